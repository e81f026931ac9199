import { describe, expect, test } from '@jest/globals';
import { calledOffIn } from '#libs/booking-import/rows/called-off';
import { claimIn, otherStatusIn } from '#libs/booking-import/rows/note-claims';

/** What is a question when it is all that the notes say. */
const ALONE =
  `baja|CX|prov.|TRUE|same|void|departed|vacated|left|out|moved|gone|partito|wyjechała|ausgezogen|weg|parti|vertrokken|saiu|fuera|fuori|wedi mynd|until Easter|leaves after Xmas|one term|S1 only|NFA|check dates|cancelled|VOID - rebooked|?|NTQ served`.split(
    '|',
  );
/** What is no question, and often stands first. */
const HARMLESS = ['paid in full', 'vegan', 'Kaution bezahlt', 'caution versée', 'opłacone'];
const SHORT = ['CX', 'prov.', 'TRUE', 'NFA', 'S1 only', 'NTQ served', '?', 'until Easter', 'leaves after Xmas', 'one term', 'check dates', 'VOID - rebooked']; // prettier-ignore
const IN_NAMES = new Set(['->', '', '/', '_', '@', 'but', 'und', 'et', 'y', 'then']);
const BETWEEN = [', ', '; ', '. ', '\n', ' - ', ' – ', ' / ', '/', ' | ', ' + ', ' & ', ' · ', ' • ', ' > ', ' ~ ', ' = ', ' @ ', '_', ' -> ', '  ', ' but ', ' then ', ' und ', ' et ', ' y ']; // prettier-ignore
const AROUND = [(one: string, other: string) => `${one} (${other})`, (one: string, other: string) => `${one} [${other}]`, (one: string, other: string) => `${one} "${other}"`, (one: string, other: string) => `${one} „${other}“`]; // prettier-ignore

const WAYS = [...BETWEEN.map((sign) => (one: string, other: string) => one + sign + other), ...AROUND];

describe('a part of notes that is a question alone is one beside something harmless', () => {
  test.each(ALONE)('%s', (part) => {
    expect(claimIn(part)).toBeDefined();
    // Before an end, or beside a sign that names have as well, what is short may be a part of a name or of a sum.
    const joined = SHORT.includes(part) ? WAYS.filter((way) => !IN_NAMES.has(way('', '').trim())) : WAYS;
    for (const harmless of HARMLESS) {
      expect(claimIn(harmless)).toBeUndefined();
      for (const way of joined) {
        const notes = [way(harmless, part), way(part, harmless)].filter((each) => !/[.?]\./.test(each));
        expect(notes.filter((each) => claimIn(each) === undefined)).toEqual([]);
      }
    }
  });
});

test.each(
  `contract ended|contract beëindigd|Vertrag beendet|contrato rescindido|contrato terminado|contrato resuelto|umowa wypowiedziana|umowa zerwana|contrat rompu|ha lasciato|lasciata la stanza|zwolniła pokój|ausgeschieden|vacating May|no keys collected|licence revoked|studying abroad this term|hat etwas anderes gefunden|heeft iets anders gevonden|ha trovato altro|abandon d'études|reparti|nie skorzysta|ddim yma mwyach|single term|has Helen's room|taking Jørgen’s place|given to Helen|extended|mauvaises dates|works off campus, no longer here|lives and works off campus|Aufhebungsvertrag (unterschrieben 3.5.)|half a year|refuses the room|1st sem only|booked twice|2 years|two years contract|44 weeks from the 25th|deposit and room open|kamer nog open|has Tom Ashworth's room|hat das Zimmer von Tom|a la chambre de Tom|heeft de kamer van Tom|same applies to Tom|later slot|44 weeks cut to 40 weeks|cut from 44 to 40 weeks|40 of the 44 weeks|4 additional weeks|44 weeks, early finish|half the contract|la moitié de l'année|ein Halbjahr|sechs Monate|seis meses|hanner blwyddyn|Aufhebungsvereinbarung|Vertragsauflösung|sagt doch ab|sagt Essen und Zimmer ab|Wohnheimplatz abgelehnt|lease surrendered|notice served|beide ziehen zurück|les deux renoncent|entrambi si ritirano|beide haken af|Tom quits`.split(
    '|',
  ),
)('says that the stay is over, or not as it stands: %s', (notes) => {
  expect(claimIn(notes)).toBeDefined();
});

test.each(
  `Mr & Mrs Smith will help|vegan, nut allergy|deposit paid (BACS)|UCAS firm|T&Cs accepted|DBS checked|APL demandée|Brings a bike (blue), needs cot|wheelchair / near lift|quiet floor, no smokers|vegetarian - no nuts|allergic to cats & dogs|Prefers 2nd floor, quiet|Lift access required (knee)|tutor: Sr. López|Guarantor: J. Smith|Medical needs: EpiPen, asthma|Chemistry PhD, year 2|has a car, permit needed|Nichtraucher, ruhig|Végétarien, étage calme|No pets. Ground floor please. Bring ID.|Twin of Bob, share ok|contract signed 3 May|works off campus|declined meal plan|ID verified|second key for sister|Kaution noch offen|keys given to Helen|sports scholar, early training|Doe, Jane|2nd year Physics|year 2|3 year course|vegan at all times|préfère une chambre calme|has a room-mate Tom|half board|half-term trip to Spain|likes half marathon training|meal plan: declined|has declined the meal plan|opted out of meal plan|ab Montag erreichbar|takes medication out of the fridge|early riser`.split(
    '|',
  ),
)('says nothing against the stay: %s', (notes) => {
  expect(claimIn(notes)).toBeUndefined();
});

test.each(['nicht buchen', 'declined the room', 'declined'])('calls off: %s', (notes) => {
  expect(calledOffIn(notes)).toBeDefined();
});

test('says that something else was declined', () => {
  expect(calledOffIn('declined meal plan')).toBeUndefined();
  for (const more of [' and room', ', room', ' / room', ' plus room', ' and the whole booking'])
    expect(calledOffIn(`declined meal plan${more}`) ?? claimIn(`declined meal plan${more}`)).toBeDefined();
});

test.each(['declined', 'rifiutato', 'abgelehnt', 'DNA', 'deleted'])(
  'calls off a stay as a part of notes, and not as one word of a sentence: %s',
  (word) => {
    for (const way of WAYS) expect(calledOffIn(way('paid in full', word))).toBeDefined();
    expect(calledOffIn(`the parking was ${word} by us`)).toBeUndefined();
  },
);

test.each(['vegan - wymeldowana', 'wymeldowana / vegan', 'opłacone & wymeldowana'])(
  'says another status: %s',
  (notes) => {
    expect(otherStatusIn(notes, 'confirmed')).toBeDefined();
  },
);
