/**
 * The words by which notes contradict the cells of their row, in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Welsh,
 * Hungarian and Czech. An asterisk is for all endings; signs do not matter.
 */

/** Words about the stay itself: its days, its room, its person, or the row. */
export const ABOUT_THE_STAY = `
arriv* depart* check checkin checkout checked stay* book* reserv* contract* tenan* lease date dates day days room rooms move moves moving moved name names named person student* visa* enrol* offer*
place course study studies row entry record list line sign* confirm* come comes coming came attend* here this until till year next import*
anreis* ankunft ankomm* abreis* kommt kommen zimmer vertrag* buchung* datum daten einzug einzieh* zieht auszug aufenthalt visum eintrag zeile bleibt bleiben da hier studium platz person
chambre* contrat* sejour* nom vient viendra venir viens personne ligne emmenag* demenag* reste dates date
lleg* salida habitacion* contrato* estancia* fecha* nombre viene vendra venir entrada fila visado plaza
partenza camera stanza contratto* prenota* soggiorn* data dati nome viene verra riga visto
aankomst* aankom* komt vertrek* kamer* verblijf* naam rij visum blijf* boeking*
cheg* partida quarto* estadia* vem vira linha
przyjaz* przyjed* przyjecha* przyjezdz* wyjaz* pokoj* umow* rezerwac* pobyt* daty imie nazwisk* osob* wiersz wiz*
cyrraedd gadael ystafell* archeb* dyddiad* enw dod
erkez* szob* szerzod* foglal* datum* nev jon prijezd* prijed* odjezd* pokoj* smlouv* rezerv* jmeno
live lives lived living accommodation* housing hall flat university turn turned show showed shown appear appeared allocat* assign* week weeks month months semester year
wohnt wohnen wohnung zusage erschien* woche wochen monat logement* loge vit semaine* mois vive vivir vivienda alojamiento piso semana* aparec* alloggi* sistemazione vive settiman* mes* woont wonen woning weken maand*
mora alojamento apareceu semanas mieszk* tydzien tygodni* miesiac* pojawil* llety byw wythnos lakik lakas bydli tyden
building* block house floor wing residence annexe annex gebaude haus wohnheim etage stockwerk batiment immeuble edificio planta bloque palazzina piano gebouw verdieping predio andar budynek pietro akademik* adeilad neuadd
platz ymgeis*`;

/** Words that take something back, correct it or doubt it: only together with one about the stay. */
export const AGAINST = `
not no never cannot cant nt without nobody none neither unable isnt arent wasnt werent doesnt dont didnt wont wouldnt hasnt havent
actual* real* should must supposed meant wrong incorrect false error* mistake* correct* differ* other another rather instead chang* only until till extend* extension shorten* old previous* former* was were
would could may might maybe perhaps probably possibly unsure unclear unknown await* wait* subject unless depend* either transfer* replac* expir* refus* reject* den* declin* unsigned missing invalid
format us american verify doubt* problem* issue yet revoked unpaid
nicht kein* nie ohne niemals eigentlich statt anstatt falsch* fehler* tausch* geander* ander* bis nur sondern sollte soll vielleicht evtl eventuell unklar* ungeklart* offen ausstehend wartet abgelauf* verlanger* verkurz* war doch ehemalig* noch
ne pas jamais sans aucun* plutot faux erreur* modifi* report* jusqu* seulement devrait doit autre* ancien* peut refus* prolong* incertain* attente inconnu*
nunca sin ningun* realmente equivoc* cambi* hasta solo deberia debe otro otra antigu* quiza* pendiente* aplaz* caduc* deneg*
non senza nessun* invece sbagliat* errore fino dovrebbe altro altra vecchi* forse attesa rinvi* scadut* rifiut* devono
niet geen nooit zonder eigenlijk fout verkeerd* wijzig* verplaats* tot alleen slechts moet zou ander* misschien wacht* geweigerd
nao nunca sem nenhum* errad* erro alter* mud* ate apenas deveria deve outro outra talvez adiad* recusad*
nie bez nigdy brak wlasciwie zamiast blad bled* zmien* zmian* tylko powin* inny inna inne moze oczekuj* przeloz* odmow* wygas*
ddim heb nid byth dim
nem nincs nelkul megsem ne neni nebude bez nikdy
elsewhere private found chose gave given moved release* repeat* fail* woanders anderswo fehlt fehlen gefunden trouve ailleurs encontr* trovat* altrove elders gevonden encontrou gdzie indziej mashol jinde
earlier tomorrow yesterday demain domani jutro newid* troc* aguarda* liberad* liberat* liberee libere libertad* vrijgegeven zwolnion* freigegeb*`;

/** Words that need nothing else: that somebody has gone or never comes, that something is undecided, or that the row is another one's. */
export const ALONE = `
cancel* disregard* desinscri* abandoned absconded cancl* canx supersed* deferr* defer deferral rollover laps* expel* expuls* deceas* died dead death wl dns dnp swap* switched interchang* instead wrong incorrect mistake* withdr* waitl* waitlist*
standby dummy placeholder sample duplicat* tbc tbd tba provisional* tentativ* unconfirmed pending draft enquiry inquiry applicant* suspend* exclud* evict* terminat* interrupt* postpon* no-show noshow
relocat* reassign* renamed supposed obsolete outdated superfluous
stornier* leerstand storno* abgesag* absage* absag* aufgehoben hinfallig verschob* vertausch* tauscht abgemeld* exmatrik* gekundigt kundig* verstorben gestorben ungultig* entfallt entfallen verzicht* unbestatigt* provisorisch vorlaufig* widerruf* zuruckgezog* zuruckgetret* ausgefallen ruckgangig
annul* desist* preavis decede* exclu exclue reporte reportee resili* interverti* invers* perime* caduc caduque provisoire
anul* preaviso mudad* rescis* renunci* rechaz* fallecid* expulsad* intercambi* aplazad* caducad* pendiente
disdett* recesso trasferit* rinunci* decedut* espuls* scambiat* rinviat* provvisori*
vervall* geannul* afgezegd opgezegd opzegging verhuisd overleden uitgesteld omgewissel* ingetrokken teruggetrokken afgemeld voorlopig
cancelad* falecid* adiad* trocad* pendente provisori*
anulow* wyprowadz* wypowiedzenie rezerwow* odwola* zrezygn* rezygn* wycof* zmarl* skreslon* zamienion* zamiana odrzuc* przelozon* niewazn* wstepn* niepod* niepotw*
canslo* canslwyd tynnu
lemond* torol* visszalep* visszavon* visszamond* elmarad* elhunyt varolist* elallt
zrus* odhlas* odreknut* neplatn* cekaci storno*
dup error absent vacant unallocated nobody ditto iptal rip losch* supprimer borrar remove* delete* verwijder* usun* gestrichen ausgetragen strike struck archive* replaced superseded renonce ziet afgewezen gwrthod*
revisar verificare sprawdz* controleren verifier blocked maintenance banned deregister* reserve undecided conditional loa commuter amended
ghost overbook* graduat* alumni alumnus intermit* dropout transferred switching verify verified unpaid gone unsure unclear unknown unsettled ungeklart unklar inconnu
sublet* sublease* untervermiet* subarrend* subaffitt* onderverhuur* podnaj* quit jail* prison* awol intercalat* revised correction* corrected aufgelost umgezogen zwolniono rimandat* wczesniej
verzogen nachmieter* unenrolled rescinded
ausgeschieden ausgetreten vacating lasciat* zwolnil* revoked reparti abgereist resigned
aufhebung* mietaufhebung* auflosung* vertragsauflosung* halbjahr* surrendered beeindigingsovereenkomst* risoluzione rescindi* terfynu* quits quitting bailed
warunkow* vorbehalt* voorbehoud comprobar verificar gwirio cyfnewid verhuist subletting`;

/** Words about being at the site or on the way: what a stay that seems to have begun would contradict. */
export const OF_PRESENCE = `
arriv* depart* come comes coming came here there late later early delay* yet still already left leav* gone away abroad move* moving check* key keys collect* land* flight* train travel* return* visa* stay* expected due show* until since tomorrow today tonight
anreis* angereist abreis* abgereist ankunft ankomm* angekomm* kommt kommen spat* verspat* da weg noch schon einzug einzieh* eingezog* zieht auszug ausgezog* schlussel flug reist bleibt heute morgen erwartet
arrive* parti partie partira vient viendra retard* tard deja encore emmenag* demenag* cle cles vol reste present* absent*
lleg* sale salida salio viene vendra tarde retras* ya aun todavia llave* vuelo queda*
partenza partit* viene verra ritard* tardi gia ancora chiav* volo resta
aankom* aangekom* komt later laat vertrek* vertrok* nog sleutel* vlucht blijf*
cheg* partida vem vira atras* ainda ja chave* voo
przyjaz* przyjed* przyjecha* wyjaz* wyjecha* pozn* juz jeszcze klucz*
cyrraedd gadael hwyr eto allwedd* dod erkez* jon keso* kesik kulcs* meg mar prijezd* prijed* odjezd* pozde uz jeste klic*`;

/** Words that, with nothing else in a part of the notes, doubt or end the whole row. */
export const ENDING = `
baja maybe perhaps possibly probably likely unlikely uncertain questionable doubtful moved out closed ended finished left gone vielleicht eventuell fraglich unsicher weg raus fort ausgezogen beendet erledigt
probablement incertain fini termine parti partie quiza quizas probablemente dudoso terminado fuera ido forse dubbio finito fuori uscito uscita partito partita misschien waarschijnlijk onzeker klaar vertrokken eruit talvez incerto fora saiu
moze niepewne koniec wyprowadzony wyprowadzona wyjechal* efallai mozna nejiste departed vacated
ditto dito idem same dasselbe gleiche hetzelfde zelfde mismo misma stesso stessa mesmo
flooded hospital sick police arrested maternity leaver refunded`;

/** Words that change nothing of what is said by those. */
export const BESIDE_ENDING = `is are was were has have now already all both ist sind war jetzt schon est sont maintenant deja es esta ahora ya ora gia nu al agora ja teraz juz nawr wedi`;

/** Words that do so with nothing else in the notes, say a part of a year, or only point at other rows. */
export const ALL_OF_IT = `
on off end ask query ende peut etre puede ser uit efallai talan
half
in at into to goes went sleeps next door upstairs downstairs opposite across road street elsewhere annexe annex building house flat block hall room floor campus offsite hotel hostel airbnb
nebenan gegenuber unten oben im ins nebengebaude anbau anderswo dans au a cote en face al lado anexo anejo enfrente accanto dependance hiernaast bijgebouw overkant ao obok naprzeciwko drws nesaf
here this these that the and also too me likewise one two see as above previous before like reason 1 2 3 4 5 6 7 8 9
wie oben gleich gleicher gleiches auch beide siehe vorzeile vorherige vorige meme pareil aussi voir ci dessus deux
igual lo tambien ambos ambas ver arriba come sopra anche vedi entrambi ook zie boven beiden
acima jak wyzej tak samo tez rowniez oba fel uchod un hefyd gweler
empty free arrived copy changed updated check call todo missing test remote online commuting temp temporarily prufen uberprufen`;
