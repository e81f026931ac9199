/** How clerks write what contradicts a row, by meaning and language; parted by commas. */
export const MEANINGS: Record<string, Record<string, string>> = {
  'another room, date or building': {
    English:
      'other room, swaps rooms, room swap, change of room, different room, another date, new date, other building',
    German:
      'Zimmertausch, Zimmerwechsel, wechselt Zimmer, anderes Zimmer, tauscht mit Anna, anderes Datum, neuer Termin, anderes Gebäude',
    French:
      'autre chambre, change de chambre, changement de chambre, échange de chambre, autre date, nouvelle date, autre bâtiment',
    Spanish: 'otra habitación, cambia de habitación, cambio de cuarto, otra fecha, nueva fecha, otro edificio',
    Italian: 'altra camera, cambia stanza, cambio camera, altra data, nuova data, altro edificio, altra palazzina',
    Dutch: 'andere kamer, wisselt van kamer, kamerruil, kamer gewisseld, andere datum, nieuwe datum, ander gebouw',
    Portuguese: 'outro quarto, muda de quarto, troca de quarto, mudou de quarto, outra data, nova data, outro edifício',
    Polish: 'inny pokój, zamiana pokoju, zmienia pokój, zmiana pokoju, inna data, nowy termin, inny budynek',
    Welsh:
      'ystafell arall, newid ystafell, wedi newid ystafell, ystafell wahanol, dyddiad arall, dyddiad newydd, adeilad arall',
  },
  'a place that is refused': {
    English:
      'place refused, room declined, declined the offer, refuses place, does not accept, turned down, turns down room, offer rejected',
    German:
      'Platz abgelehnt, lehnt Zimmer ab, lehnt ab, hat Platz abgelehnt, Angebot ausgeschlagen, nimmt nicht an, nicht angenommen',
    French: 'place refusée, refuse la chambre, a refusé, n’accepte pas, offre déclinée, refus',
    Spanish:
      'plaza rechazada, no acepta, rechaza la habitación, ha rechazado, no aceptó, oferta rechazada, no ha aceptado',
    Italian: 'non accetta, posto rifiutato, rifiuta la camera, ha rifiutato, non ha accettato, offerta rifiutata',
    Dutch:
      'weigert kamer, kamer geweigerd, plek geweigerd, aanbod afgewezen, wijst kamer af, accepteert niet, aanbod afgeslagen',
    Portuguese: 'vaga recusada, recusa o quarto, recusou, não aceita, não aceitou, oferta recusada, rejeitou a vaga',
    Polish: 'odmowa, odmówiła miejsca, odrzucił ofertę, odmawia, nie przyjął miejsca, nie przyjmuje, nie akceptuje',
    Welsh: 'gwrthod lle, wedi gwrthod, gwrthododd y cynnig, cynnig wedi ei wrthod, ddim yn derbyn, gwrthodwyd',
  },
  'withdraws or does not need it': {
    English:
      'pulls out, pulled out, withdraws, has withdrawn, won’t need it, doesn’t need it, not needed, dropped out, no longer interested, changed her mind',
    German:
      'springt ab, abgesprungen, tritt zurück, zieht zurück, zurückgezogen, braucht es nicht, nicht mehr benötigt, nicht benötigt, kein Interesse, verzichtet',
    French:
      'se désiste, s’est désistée, se retire, désistement, n’en a pas besoin, n’en veut plus, plus intéressée, renonce',
    Spanish:
      'se retira, se ha retirado, renuncia, desiste, no la necesita, no lo necesita, se echa atrás, ya no quiere, no hace falta',
    Italian:
      'si ritira, si è ritirata, rinuncia, ha rinunciato, non serve, non ne ha bisogno, ci ha ripensato, non interessato',
    Dutch:
      'trekt zich terug, teruggetrokken, afgezien, ziet ervan af, haakt af, afgehaakt, niet nodig, heeft het niet nodig, geen interesse',
    Portuguese: 'desiste, desistiu, desistência, retirou-se, não precisa, já não precisa, não quer mais, sem interesse',
    Polish:
      'rezygnuje, zrezygnowała, rezygnacja, wycofał się, wycofuje się, nie potrzebuje, nie chce, niepotrzebne, rozmyślił się',
    Welsh: 'tynnu’n ôl, wedi tynnu’n ôl, tynnodd yn ôl, ddim angen, dim eisiau, wedi newid meddwl, dim diddordeb',
  },
  'a room or a key that is given back': {
    English:
      'keys handed back, room handed back, key returned, gave back key, gave room back, keys handed in, room surrendered',
    German:
      'Zimmer zurückgegeben, gibt Zimmer zurück, Schlüssel zurück, Schlüssel abgegeben, Zimmer geräumt, Schlüsselrückgabe, Zimmerrückgabe',
    French:
      'a rendu la chambre, chambre rendue, clé rendue, a rendu les clés, rend la chambre, clés restituées, quitte la chambre',
    Spanish:
      'ha devuelto la llave, llave devuelta, devuelve la habitación, habitación devuelta, devolvió las llaves, deja la habitación',
    Italian:
      'ha restituito le chiavi, chiavi restituite, chiave riconsegnata, camera restituita, riconsegna chiavi, lascia la camera',
    Dutch:
      'sleutel ingeleverd, sleutel teruggegeven, kamer teruggegeven, levert sleutel in, kamer ontruimd, geeft kamer terug',
    Portuguese:
      'devolveu a chave, chave devolvida, entregou as chaves, quarto devolvido, devolve o quarto, deixou o quarto',
    Polish: 'oddał klucz, klucze oddane, zwróciła klucze, zwrot kluczy, pokój zwolniony, zdał pokój, oddaje pokój',
    Welsh:
      'wedi dychwelyd yr allwedd, allwedd wedi ei dychwelyd, dychwelodd yr allweddi, rhoi’r ystafell yn ôl, allweddi’n ôl, wedi rhoi’r allwedd yn ôl',
  },
  'another place, or at home': {
    English:
      'found a flat, found somewhere else, got own place, lives elsewhere, moved home, home for good, will commute, stays with parents, living at home, moved in with boyfriend',
    German:
      'hat WG gefunden, Wohnung gefunden, wohnt woanders, bleibt zuhause, wohnt bei den Eltern, pendelt, wird pendeln, zieht zu den Eltern, eigene Wohnung, wohnt privat',
    French:
      'a trouvé un appart, a trouvé un logement, loge ailleurs, reste chez ses parents, vit chez ses parents, rentré à la maison, en colocation, fait la navette, fera la navette',
    Spanish:
      'ha encontrado piso, encontró piso, vive en otro sitio, se queda con sus padres, vive con sus padres, se queda en casa, vuelve a casa, ha alquilado un piso, irá y vendrá',
    Italian:
      'ha trovato casa, trovato appartamento, abita altrove, resta con i genitori, vive con i genitori, alla fine resta a Milano, pendolare, fa il pendolare, torna a casa',
    Dutch:
      'woning gevonden, heeft kamer gevonden, woont elders, blijft toch thuis wonen, blijft bij ouders, woont thuis, gaat pendelen, forenst, huurt een appartement',
    Portuguese:
      'encontrou casa, arranjou apartamento, mora noutro sítio, afinal fica com os pais, vive com os pais, fica em casa, voltou para casa, alugou apartamento, vai e vem',
    Polish:
      'znalazł mieszkanie, znalazła pokój, mieszka gdzie indziej, jednak zostaje w domu, mieszka z rodzicami, wraca do domu, będzie dojeżdżać, dojeżdża, wynajął mieszkanie',
    Welsh:
      'wedi cael lle arall, wedi dod o hyd i fflat, byw gartref, aros gyda rhieni, byw gyda’i rhieni, wedi mynd adref, byw yn rhywle arall, cymudo, am gymudo',
  },
  'an offer that somebody else has': {
    English:
      'Offer made to next on list, offered to next student, room given to next applicant, passed to next in line, relet, given to somebody else',
    German:
      'an Nächsten vergeben, Angebot an nächste Person, Nachrücker, geht an Warteliste, neu vergeben, anderweitig vergeben',
    French:
      'proposé au suivant, offert au suivant, attribuée à un autre, réattribuée, au prochain de la liste, suivant sur la liste',
    Spanish: 'ofrecida al siguiente, siguiente de la lista, asignada a otra persona, reasignada, plaza dada a otro',
    Italian: 'offerto al prossimo, assegnata ad altri, prossimo in lista, riassegnata, data ad un altro',
    Dutch:
      'aangeboden aan volgende, naar de volgende, volgende op de lijst, opnieuw aangeboden, weggegeven, toegewezen aan ander',
    Portuguese: 'oferecida ao seguinte, próximo da lista, atribuída a outro, reatribuída, dada a outra pessoa',
    Polish:
      'następna osoba z listy, kolejna osoba, kolejny z listy, przydzielony innej osobie, zaproponowano innemu, oddany komuś innemu',
    Welsh: 'i’r nesaf ar y rhestr, cynnig i’r nesaf, nesaf ar y rhestr, i rywun arall, cynnig i rywun arall, ailosod',
  },
  'no booking': {
    English:
      'parking only, storage only, key only, no bed needed, day visitor, kept empty, leave empty, example row, please ignore, please delete',
    German:
      'nur Parkplatz, nur Schlüssel, nur Lager, kein Bett nötig, Tagesgast, freihalten, bleibt leer, Beispiel, Beispielzeile, bitte ignorieren, bitte löschen',
    French:
      'parking seulement, clé seulement, stockage seulement, pas de lit, visiteur, laisser vide, exemple, ligne d’exemple, à ignorer, à supprimer, ne pas tenir compte',
    Spanish:
      'solo parking, solo llave, solo almacén, sin cama, visitante, dejar vacía, ejemplo, fila de ejemplo, por favor ignorar, ignorar, eliminar, borrar',
    Italian:
      'solo parcheggio, solo chiave, solo deposito, senza letto, visitatore, lasciare vuota, esempio, riga di esempio, da ignorare, ignorare, da cancellare, eliminare',
    Dutch:
      'alleen parkeren, alleen sleutel, alleen opslag, geen bed nodig, bezoeker, dagbezoek, leeg laten, voorbeeld, voorbeeldregel, graag negeren, negeren, verwijderen',
    Portuguese:
      'só estacionamento, apenas estacionamento, só chave, sem cama, visitante, deixar vazio, exemplo, linha de exemplo, ignorar, por favor ignorar, apagar, eliminar',
    Polish:
      'tylko parking, tylko klucz, tylko bagaż, bez łóżka, gość dzienny, zostawić puste, przykład, wiersz przykładowy, proszę zignorować, zignorować, usunąć',
    Welsh:
      'parcio yn unig, allwedd yn unig, storio yn unig, dim gwely, ymwelydd, cadw’n wag, enghraifft, rhes enghreifftiol, anwybyddwch, anwybyddu, dileu',
  },
  'wrong or replaced': {
    English: 'wrong, error, mistake, incorrect, entered by mistake, replaced, replaced by Anna, superseded, data error',
    German: 'Fehler, falsch, fehlerhaft, Irrtum, irrtümlich, aus Versehen, ersetzt, ersetzt durch Anna, wurde ersetzt',
    French: 'erreur, faux, erroné, par erreur, remplacé, remplacée, remplacé par Anna',
    Spanish:
      'error, equivocado, por error, erróneo, incorrecto, reemplazado, reemplazada, sustituido, sustituida por Ana',
    Italian: 'errore, sbagliato, sbagliata, errato, per errore, sostituito, sostituita, sostituito da Anna',
    Dutch: 'fout, foutief, verkeerd, per abuis, vergissing, vervangen, vervangen door Anna, onjuist',
    Portuguese: 'erro, errado, errada, por engano, por lapso, incorreto, substituído, substituída, substituído por Ana',
    Polish: 'błąd, błędny, błędne, pomyłka, przez pomyłkę, omyłkowo, zastąpiony, zastąpiona, zastąpione',
    Welsh: 'anghywir, gwall, camgymeriad, trwy gamgymeriad, wedi’i ddisodli, disodlwyd, yn lle Anna',
  },
  'a contract that is void or not signed': {
    English:
      'contract void, tenancy void, contract not signed, unsigned, not signed, hasn’t signed, no contract, lease terminated',
    German:
      'Vertrag nichtig, Vertrag ungültig, nicht unterschrieben, ohne Unterschrift, kein Vertrag, Unterschrift fehlt, Vertrag fehlt',
    French:
      'contrat nul, contrat annulé, non signé, pas signé, contrat non signé, sans signature, sans contrat, bail résilié',
    Spanish: 'contrato nulo, contrato anulado, sin firmar, no firmado, no ha firmado, falta firma, sin contrato',
    Italian:
      'contratto nullo, contratto annullato, non firmato, non ha firmato, senza firma, manca firma, senza contratto',
    Dutch:
      'contract nietig, contract ongeldig, niet ondertekend, niet getekend, zonder handtekening, geen contract, handtekening ontbreekt',
    Portuguese: 'contrato nulo, contrato anulado, não assinado, não assinou, sem assinatura, por assinar, sem contrato',
    Polish: 'umowa nieważna, umowa unieważniona, niepodpisana, nie podpisał, bez podpisu, brak umowy, brak podpisu',
    Welsh:
      'cytundeb annilys, cytundeb di-rym, heb ei lofnodi, heb lofnodi, heb arwyddo, dim cytundeb, ddim wedi llofnodi',
  },
  'a room that cannot be used': {
    English:
      'occupied, room occupied, room taken, not ready, room not ready, closed till 20th, closed until October, room closed, not available',
    German:
      'besetzt, belegt, Zimmer belegt, nicht fertig, Zimmer nicht fertig, gesperrt, gesperrt bis Oktober, geschlossen bis 20., wird renoviert, nicht verfügbar',
    French:
      'occupé, occupée, chambre occupée, pas prête, chambre pas prête, fermé jusqu’au 20, chambre fermée, en travaux, indisponible',
    Spanish:
      'ocupado, ocupada, habitación ocupada, no está lista, cerrado hasta octubre, cerrada, en obras, no disponible',
    Italian:
      'occupato, occupata, camera occupata, non pronta, camera non pronta, chiuso fino a ottobre, in ristrutturazione, non disponibile',
    Dutch:
      'bezet, kamer bezet, niet klaar, kamer niet klaar, gesloten tot oktober, dicht tot oktober, wordt gerenoveerd, niet beschikbaar',
    Portuguese:
      'ocupado, ocupada, quarto ocupado, não está pronto, quarto não pronto, fechado até outubro, em obras, indisponível',
    Polish: 'zajęty, zajęte, pokój zajęty, niegotowy, nie gotowy, zamknięty do października, w remoncie, niedostępny',
    Welsh:
      'llawn, yn llawn, ystafell wedi’i chymryd, ddim yn barod, ar gau, ar gau tan Hydref, ystafell ar gau, ddim ar gael',
  },
  'only a part of the stay': {
    English:
      'summer only, spring only, first term, autumn term, starts second week, +2 days, gap year, checks out early, extension requested, wants extension',
    German:
      'nur Sommer, nur Herbst, erstes Semester, Wintersemester, beginnt zweite Woche, +2 Tage, 2 Tage länger, Urlaubssemester, beurlaubt, zieht früher aus, Verlängerung beantragt, möchte verlängern',
    French:
      'été seulement, seulement au printemps, premier semestre, deuxième trimestre, commence la deuxième semaine, +2 jours, année de césure, part plus tôt, prolongation demandée, souhaite prolonger',
    Spanish:
      'solo verano, solo primavera, primer semestre, primer cuatrimestre, empieza la segunda semana, +2 días, año sabático, sale antes, prórroga solicitada, quiere ampliar',
    Italian:
      'solo estate, solo primavera, primo semestre, primo trimestre, inizia la seconda settimana, +2 giorni, anno sabbatico, parte prima, proroga richiesta, vuole prolungare',
    Dutch:
      'alleen zomer, alleen voorjaar, eerste semester, tweede periode, begint tweede week, +2 dagen, tussenjaar, vertrekt eerder, verlenging aangevraagd, wil verlengen',
    Portuguese:
      'só verão, apenas primavera, primeiro semestre, segundo trimestre, começa na segunda semana, +2 dias, ano sabático, sai mais cedo, prorrogação pedida, quer prolongar',
    Polish:
      'tylko lato, tylko wiosna, pierwszy semestr, semestr zimowy, zaczyna w drugim tygodniu, +2 dni, urlop dziekański, rok przerwy, wyprowadza się wcześniej, prośba o przedłużenie, chce przedłużyć',
    Welsh:
      'haf yn unig, gwanwyn yn unig, tymor cyntaf, tymor yr hydref, dechrau’r ail wythnos, +2 ddiwrnod, blwyddyn allan, gadael yn gynnar, cais am estyniad, am ymestyn',
  },
  'papers of somebody else': {
    English: 'id of his brother, uses her sister’s id, passport of his cousin, brother’s passport, id of a friend',
    German:
      'Ausweis des Bruders, Ausweis ihrer Schwester, Pass vom Bruder, benutzt Ausweis der Schwester, Reisepass des Vaters',
    French:
      'carte d’identité de son frère, passeport de sa sœur, pièce d’identité du frère, identité de sa sœur, passeport d’un ami',
    Spanish:
      'DNI de su hermano, pasaporte de su hermana, usa el DNI de su hermana, pasaporte del padre, DNI de un amigo',
    Italian:
      'documento del fratello, passaporto della sorella, carta d’identità del fratello, usa il passaporto della sorella, identità di un amico',
    Dutch:
      'paspoort van zijn broer, id van haar zus, identiteitsbewijs van broer, gebruikt id van zus, paspoort van een vriend',
    Portuguese:
      'passaporte do irmão, identidade da irmã, usa o passaporte da irmã, cartão de cidadão do irmão, passaporte de um amigo',
    Polish: 'dowód brata, paszport siostry, dowód siostry, paszport kolegi, używa dowodu siostry',
    Welsh: 'pasbort ei frawd, pasbort ei chwaer, ID ei chwaer, ID ei frawd, pasbort ffrind',
  },
  'nothing that is decided': {
    English:
      'unconfirmed, not confirmed, awaiting confirmation, provisional, tentative, not guaranteed, to be confirmed, undecided',
    German:
      'unbestätigt, nicht bestätigt, noch nicht bestätigt, vorläufig, unter Vorbehalt, zu bestätigen, unentschlossen',
    French: 'non confirmé, pas confirmée, à confirmer, provisoire, sous réserve, en attente, en suspens, indécis',
    Spanish:
      'sin confirmar, no confirmado, por confirmar, pendiente, provisional, falta confirmar, a la espera, indecisa',
    Italian: 'non confermato, da confermare, in attesa, provvisorio, con riserva, salvo conferma, indeciso',
    Dutch: 'onbevestigd, niet bevestigd, te bevestigen, voorlopig, onder voorbehoud, nog onzeker, in afwachting',
    Portuguese:
      'não confirmado, por confirmar, a confirmar, provisório, pendente, sob reserva, falta confirmar, indeciso',
    Polish: 'niepotwierdzony, nie potwierdzono, do potwierdzenia, wstępnie, warunkowo, do ustalenia, niezdecydowana',
    Welsh: 'heb ei gadarnhau, heb gadarnhau, i’w gadarnhau, dros dro, amodol, yn aros, heb benderfynu',
  },
  'a few words alone': {
    English:
      'turned it down, giving the room back, left already, double booking, don’t use, not valid, rebooked, downgrade, storage room, wants to move, awaiting payment, Mon-Fri',
    German:
      'umgebucht, verlegt, getauscht, will umziehen, nächstes Jahr, nie angekommen, nicht bezahlt, Entwurf, Dublette, nur am Wochenende, zieht aus',
    French:
      'radié, démission, mauvaise chambre, veut changer, l’an prochain, jamais venu, hors service, brouillon, non payé, est parti',
    Spanish: 'abandona, quiere cambiar, el año que viene, fuera de servicio, borrador, impagado, repetido, rescindido',
    Italian:
      'andato via, non iscritto, visto negato, vuole cambiare, anno prossimo, mai arrivato, bozza, scaduto, fuori servizio',
    Dutch:
      'uitgeschreven, meldt zich af, wil ruilen, volgend jaar, nooit gekomen, niet betaald, verlopen, gestopt, ruil',
    Portuguese: 'já saiu, abandonou, não inscrito, quer mudar, próximo ano, não pago, rascunho, troca, fora de serviço',
    Polish:
      'nie zapisany, tylko weekendy, zły pokój, zła data, chce zmienić, przyszły rok, nie zjawił się, szkic, wygasła',
    Welsh: 'eisiau symud, blwyddyn nesaf, heb dalu, wedi symud allan, penwythnos yn unig, gohiriwyd, drafft',
  },
};

/** Notes that say nothing of the stay; parted by bars. */
export const HARMLESS: Record<string, string> = {
  English: `vegetarian|vegan|wheelchair user|ground floor preferred|quiet room please|allergic to nuts|arrives late in the evening|bringing a bike|needs parking|parking permit requested|paid deposit|deposit paid|early bird|first year|second year student|returning student|has a car|wants to share with friends|parking space 12|speaks Welsh|female flat|rugby team|international student|needs airport pickup|halal|kosher|asthma|insulin in fridge|contact mother in emergency|prefers early mornings|birthday 3 May|scholarship holder|guardian: Mr Smith
    |lost the key of her suitcase|parents stay at the hotel|needs an extension lead|extension cable in use|pull-out sofa bed|sugar substitute only|close to the next bus stop|room at the back|works at the library|plays the piano|home address in file|visits family at weekends|drops off car keys at reception|light sleeper|left-handed|second language English|needs a desk lamp|brings own bedding|gluten free only|non-smoker|bike storage please|one suitcase|ana@post.example|photo at https://void.example/draft|=HYPERLINK("http://example.org")`,
  German: `vegetarisch|vegan|Rollstuhlfahrer|Erdgeschoss bevorzugt|ruhiges Zimmer bitte|Nussallergie|kommt spät am Abend|bringt Fahrrad mit|braucht Parkplatz|Parkausweis beantragt|Kaution bezahlt|hat Kaution überwiesen|Frühaufsteher|erstes Jahr|zweites Studienjahr|hat ein Auto|möchte mit Freunden zusammenwohnen|Stellplatz 12|spricht Walisisch|Frauen-WG|Rugbymannschaft|internationale Studentin|Abholung vom Flughafen|halal|koscher|Asthma|Insulin im Kühlschrank|im Notfall Mutter anrufen|Stipendiatin|Vormund: Herr Schmidt|braucht Verlängerungskabel|Heizung zu warm`,
  French: `végétarienne|végétalien|fauteuil roulant|rez-de-chaussée de préférence|chambre calme svp|allergie aux noix|arrive tard le soir|apporte un vélo|besoin d’un parking|demande de parking|caution payée|acompte versé|lève-tôt|première année|étudiante en deuxième année|a une voiture|veut partager avec des amis|place de parking 12|parle gallois|équipe de rugby|étudiant international|navette aéroport demandée|halal|casher|asthme|insuline au frigo|prévenir la mère en cas d’urgence|boursière|tuteur : M. Martin|ancien élève|rallonge électrique`,
  Spanish: `vegetariana|vegano|silla de ruedas|prefiere planta baja|habitación tranquila por favor|alérgica a los frutos secos|llega tarde por la noche|trae bicicleta|necesita aparcamiento|permiso de aparcamiento solicitado|fianza pagada|depósito pagado|madrugadora|primer año|estudiante de segundo año|tiene coche|quiere compartir con amigos|aparcamiento 12|habla galés|equipo de rugby|estudiante internacional|recogida en el aeropuerto|halal|kosher|asma|insulina en la nevera|llamar a la madre en caso de emergencia|becaria|tutor: Sr. López|al final del pasillo`,
  Italian: `vegetariana|vegano|sedia a rotelle|preferisce piano terra|camera tranquilla per favore|allergica alle noci|arriva tardi la sera|porta la bicicletta|ha bisogno di un parcheggio|permesso di parcheggio richiesto|cauzione pagata|deposito pagato|mattiniera|primo anno|studente del secondo anno|ha la macchina|vuole condividere con amici|posto auto 12|parla gallese|squadra di rugby|studente internazionale|navetta dall’aeroporto|halal|kosher|asma|insulina in frigo|chiamare la madre in caso di emergenza|borsista|tutore: sig. Rossi|alla fine del corridoio`,
  Dutch: `vegetarisch|veganist|rolstoelgebruiker|liefst begane grond|rustige kamer graag|notenallergie|komt laat in de avond|brengt fiets mee|heeft parkeerplaats nodig|parkeervergunning aangevraagd|borg betaald|aanbetaling gedaan|vroege vogel|eerstejaars|tweedejaars student|heeft een auto|wil met vrienden delen|parkeerplaats 12|spreekt Welsh|rugbyteam|internationale student|ophalen van luchthaven|halal|koosjer|astma|insuline in koelkast|moeder bellen bij nood|beursstudent|voogd: dhr. Jansen|verlengsnoer nodig`,
  Portuguese: `vegetariana|vegano|cadeira de rodas|prefere rés-do-chão|quarto silencioso por favor|alérgica a nozes|chega tarde à noite|traz bicicleta|precisa de estacionamento|licença de estacionamento pedida|caução paga|depósito pago|madrugadora|primeiro ano|aluna do segundo ano|tem carro|quer partilhar com amigos|lugar 12|fala galês|equipa de râguebi|estudante internacional|transfer do aeroporto|halal|kosher|asma|insulina no frigorífico|ligar à mãe em emergência|bolseira|tutor: Sr. Silva`,
  Polish: `wegetarianka|weganin|wózek inwalidzki|najlepiej parter|proszę o cichy pokój|uczulona na orzechy|przyjeżdża późno wieczorem|przywozi rower|potrzebuje parkingu|wniosek o miejsce parkingowe|kaucja zapłacona|wpłaciła kaucję|ranny ptaszek|pierwszy rok|studentka drugiego roku|ma samochód|chce mieszkać z przyjaciółmi|miejsce parkingowe 12|mówi po walijsku|drużyna rugby|student zagraniczny|odbiór z lotniska|halal|koszerne|astma|insulina w lodówce|w razie wypadku dzwonić do matki|stypendystka|opiekun: p. Kowalski|potrzebuje przedłużacza`,
  Welsh: `llysieuol|fegan|defnyddiwr cadair olwyn|llawr gwaelod os yn bosibl|ystafell dawel os gwelwch yn dda|alergedd i gnau|cyrraedd yn hwyr gyda’r nos|yn dod â beic|angen parcio|wedi gofyn am drwydded barcio|blaendal wedi’i dalu|wedi talu blaendal|blwyddyn gyntaf|myfyriwr ail flwyddyn|mae ganddi gar|eisiau rhannu gyda ffrindiau|lle parcio 12|siarad Cymraeg|fflat merched|tîm rygbi|myfyriwr rhyngwladol|angen lifft o’r maes awyr|halal|cosher|asthma|inswlin yn yr oergell|ffonio mam mewn argyfwng|deiliad ysgoloriaeth|gwarcheidwad: Mr Jones`,
};
