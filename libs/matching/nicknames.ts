// Full name: its nicknames. In one direction only, for the search; comparisons use both directions.
const LINES = `
abigail abby gail, adrian ade, aleksandra ola sasha, aleksander sasha olek, alejandro alex ale jandro, alexander alex sasha xander sandy,
alexandra alex sasha sandra lexi, alexandre alex xande, alessandro sandro ale, alfred alf fred, amanda mandy, andreas andi, andrew andy drew,
angela angie, antonio toni tony nio, anthony tony ant, barbara barb babs, beatriz bia bea, beatrice bea, benjamin ben benny,
bethany beth, caroline caro carrie, catherine cathy kate katie cat, charles charlie chuck, charlotte lottie lotte charlie, christian chris,
christina chris tina, christine chris tina, christopher chris kit topher, claudia clau, concepcion concha conchita, daniel dan danny dani,
daniela dani, david dave davy, deborah deb debbie, dimitrios dimitris, dmitri dima mitya, dolores lola, dorothy dot dottie, edward ed eddie ted ned,
eleanor ellie nell nora, elizabeth liz lizzie beth betty eliza elsie, elisabeth lisa elli sissi, emily em emmy, ethan eth, eugene gene,
fernando nando, francesca fran franca, francesco franco ciccio checco, francisco paco chico fran kiko pancho, franziska franzi, frederick fred freddie,
friedrich fritz, gabriel gabe gabi, george georgie, gerald gerry, giovanni gianni, giuseppe beppe peppe, gregory greg, grzegorz grzes,
guadalupe lupe, guillaume guy, guillermo memo, gustavo gus, harold harry hal, harriet hattie harry, heinrich heini, helena lena, henry harry hank,
ignacio nacho, isabel isa bel bela, isabella bella isa, jacob jake, jakub kuba, james jim jimmy jamie, jennifer jen jenny, jessica jess jessie,
jesus chus, joanna asia jo, johannes hannes jo, john johnny jack, jonathan jon jonny, jorge coque, jose pepe ze, joseph joe joey,
joshua josh, juan juanito, judith judy, julian jules, karolina karo, katarzyna kasia, katharina kathi kati, katherine kate kathy katie kat,
katerina katka, katrin kati, kenneth ken kenny, krzysztof krzys krzysiek, lawrence larry, leonor leo nonor, lorenzo renzo enzo, lucia lucy luci,
ludmila luda mila, madalena lena, malgorzata gosia malgosia, manuel manu manolo, margaret maggie peggy meg greta rita marge, margarida guida,
maria mari mia, mariana mari, martin marty, matthew matt matty, matthias matze matti, maximilian max, megan meg, mercedes merche, michael mike micky mick,
miguel mike, mikhail misha, mohamed mo mohammed muhammad, mohammed mo mohamed, muhammad mo, natalia nat talia tala, natasha tasha, nathan nate nat,
nathaniel nate nat, nicholas nick nicky, nicolas nico, nicoleta nico, nikolai kolya nick, nikolaos nikos, oliver ollie olly, olivia liv livvy,
pamela pam, patricia pat patty trish pati, patrick pat paddy rick, pedro perico, peter pete, philip phil pip, piotr piotrek, priscilla cilla,
rafael rafa, raymond ray, rebecca becky becca, richard rich rick dick richie, robert rob bob bobby robbie bert, rodrigo rigo, roland roly,
ronald ron, rosario charo, salvador salva chava, samantha sam, samuel sam sammy, sebastian basti seb bastian sebas, sergei seryozha, sergio checo,
stanislaw staszek stas, stefanie steffi stef, stephanie steph, stephen steve stevie, steven steve, susan sue susie, susana susi, susanne susi,
svetlana sveta, teresa tere tess, theodore ted theo, theresa terri tess resi, thomas tom tommy, timothy tim, tomasz tomek, ursula uschi, valentina vale,
valerie val, veronica ronnie vero, victor vic, victoria vicky tori, vincent vince vinnie, vladimir volodya vova, wilhelm willi, william bill billy will willy liam,
wojciech wojtek, wolfgang wolfi, yusuf yus joe, zoe zo
`
  .split(',')
  .map((line) => line.trim().split(/\s+/));

const SHORT = new Map(LINES.map(([full = '', ...short]) => [full, short]));
const FULL = new Map<string, string[]>();
for (const [full, short] of SHORT) for (const name of short) FULL.set(name, [...(FULL.get(name) ?? []), full]);

/** Other names of a person whose name has this word: its nicknames, or the names of which it is a nickname. */
export const otherNames = (word: string): string[] => [...(FULL.get(word) ?? []), ...(SHORT.get(word) ?? [])];
