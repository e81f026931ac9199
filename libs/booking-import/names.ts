import { folded } from '#libs/booking-import/text';

/**
 * How two names go together. `same`: the same words. `part`: one of them is less of the other. `like`: nicknames, initials
 * and typing errors between them. `shared`: a word in common. `other`: nothing.
 */
export type Likeness = 'same' | 'part' | 'like' | 'shared' | 'other';

// Full name: what is said for it. Only in one direction, for the search; both count when names are compared.
const NICKNAMES = `
abigail abby gail, adrian ade, aleksandra ola sasha, aleksander sasha olek, alejandro alex ale jandro, alexander alex sasha xander sandy,
alexandra alex sasha sandra lexi, alexandre alex xande, alessandro sandro ale, alfred alf fred, amanda mandy, andreas andi, andrew andy drew,
angela angie, antonio toni tony nio, anthony tony ant, barbara barb babs, beatriz bia bea, beatrice bea, benjamin ben benny,
bethany beth, caroline caro carrie, catherine cathy kate katie cat, charles charlie chuck, charlotte lottie charlie, christian chris,
christina chris tina, christine chris tina, christopher chris kit topher, claudia clau, concepcion concha conchita, daniel dan danny dani,
daniela dani, david dave davy, deborah deb debbie, dimitrios dimitris, dmitri dima mitya, dolores lola, dorothy dot dottie, edward ed eddie ted ned,
eleanor ellie nell nora, elizabeth liz lizzie beth betty eliza elsie, elisabeth lisa elli sissi, emily em emmy, ethan eth, eugene gene,
fernando nando, francesca fran franca, francesco franco ciccio, francisco paco chico fran kiko pancho, franziska franzi, frederick fred freddie,
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

const SHORT = new Map(NICKNAMES.map(([full = '', ...short]) => [full, short]));
const FULL = new Map<string, string[]>();
for (const [full, short] of SHORT) for (const name of short) FULL.set(name, [...(FULL.get(name) ?? []), full]);

// Letters that do not come apart into a plain one and its sign, as PostgreSQL's unaccent has them.
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' };
const words = (name: string): string[] =>
  folded(name)
    .replace(/[ßøłđðæœıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort();

const MOST_NAMES = 6;

/** A name as it may be written in full: the nicknames in it replaced, itself first. */
export function fullNames(name: string): string[] {
  const all = words(name);
  const others = all.flatMap((word, index) =>
    [...(FULL.get(word) ?? []), ...(SHORT.get(word) ?? [])].map((full) => all.with(index, full).join(' ')),
  );
  return [name, ...others.slice(0, MOST_NAMES)];
}

/** Compares the name of a row with that of a record, in whatever order their words are. */
export function likeness(name: string, record: string): Likeness {
  const [one, other] = [words(name), words(record)];
  if (one.join(' ') === other.join(' ')) return 'same';
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...more];
  const take = (fits: (word: string, each: string) => boolean) => (word: string) => {
    const index = left.findIndex((each) => fits(word, each));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  };
  const unequal = fewer.filter(take((word, each) => word === each));
  if (unequal.length === 0) return 'part';
  const unlike = unequal.filter(take(isLike));
  if (unlike.length === 0) return 'like';
  return unequal.length < fewer.length ? 'shared' : 'other';
}

/** Whether two words can be the same name: nickname, initial, another alphabet's spelling, a slip of the fingers. */
export function isLike(one: string, other: string): boolean {
  const plain = (word: string) => word.replace(/([aou])e/g, '$1');
  const isNickname = SHORT.get(one)?.includes(other) === true || SHORT.get(other)?.includes(one) === true;
  const isInitial = (short: string, long: string) => short.length === 1 && long.startsWith(short);
  if (isNickname || isInitial(one, other) || isInitial(other, one) || plain(one) === plain(other)) return true;
  const shorter = Math.min(one.length, other.length);
  return shorter >= 3 && slips(one, other) <= (shorter >= 8 ? 2 : 1);
}

/** How many letters are left out, put in, changed, or swapped with their neighbour. */
function slips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const changed = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Infinity;
      current.push(Math.min(changed, swapped, at(row - 1, column) + 1, (current[column - 1] ?? 0) + 1));
    }
  }
  return at(one.length, other.length);
}
