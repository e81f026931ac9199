import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { DateEvidence } from '#libs/booking-import/dates/date-evidence';
import { readDate } from '#libs/booking-import/dates/dates';
import { Headers } from '#libs/booking-import/columns/columns';
import { FilePeople } from '#libs/matching/file-people';
import { LocationIndex } from '#libs/matching/location-index';
import { decidePerson } from '#libs/matching/people';
import { PeopleIndex } from '#libs/matching/people-index';
import * as tolerances from '#libs/matching/tolerances';
import { isContradicted } from '#libs/students/import/identity';
import { UsualIds } from '#libs/students/import/usual-ids';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { keptName } from '#libs/students/import/kept-name';

/*
 * What is tolerated is listed here once more, by what it makes equal. A difference that is tolerated and not listed fails the
 * second half of each part: what is accepted has to be explained by the list.
 */

interface Name {
  first_name: string;
  last_name: string;
}
const both = (make: (text: string) => string) => (name: Name): Name => ({ first_name: make(name.first_name), last_name: make(name.last_name) }); // prettier-ignore

/** Each tolerance of `tolerances.ts` with differences that it makes none; null where it only sets something apart. */
const OF_TOLERANCES: Record<keyof typeof tolerances, readonly string[] | null> = {
  letterForm: ['composition', 'blanks around'],
  exactForm: ['composition', 'blanks'],
  writtenForm: ['case', 'blanks', 'dashes', 'apostrophes'],
  orderedForm: ['order'],
  bare: ['signs'],
  spelledOut: ['spelt-out signs'],
  sameButSigns: ['signs', 'spelt-out signs'],
  hasLostSigns: ['signs', 'spelt-out signs'],
  looseWord: ['signs', 'spelt-out signs'],
  looseWords: ['apostrophes', 'signs of no width', 'stops and commas'],
  roomWords: ['case', 'separators of rooms', 'full width'],
  arePartedAlike: ['separators of rooms'],
  lacksParting: null,
  withoutOnePart: null,
  beforeSpreadsheet: null,
  isGeneration: null,
};

const NAMES: Record<string, (name: Name) => Name> = {
  composition: both((text) => text.normalize('NFD')),
  'blanks around': both((text) => ` ${text}\u00a0`),
  blanks: both((text) => text.replaceAll(' ', '\u00a0 ')),
  case: both((text) => text.toUpperCase()),
  dashes: both((text) => text.replaceAll('-', '\u2011')),
  apostrophes: both((text) => text.replaceAll("'", '\u02bc')),
  order: ({ first_name, last_name }) => ({ first_name: last_name, last_name: first_name }),
  signs: both((text) => text.normalize('NFD').replace(/(?<=[A-Za-z])\p{M}+/gu, '')),
  'spelt-out signs': both((text) => text.replace(/[öü]/g, (letter) => (letter === 'ö' ? 'oe' : 'ue'))),
  'stops and commas': both((text) => `${text.replace(' ', ', ')}.`),
  'signs of no width': both((text) => text.replace(/(?<=^.)/u, '\u200d')),
};
/** Invisible characters do not distinguish people. */
const UNSEEN = ['composition', 'blanks around', 'blanks'];
const SEEN = Object.keys(NAMES).filter((kind) => !UNSEEN.includes(kind));
const ROOMS: Record<string, (code: string) => string> = {
  composition: (code) => code.normalize('NFD'),
  blanks: (code) => code.replace('-', '  -'),
  case: (code) => code.toLowerCase(),
  'separators of rooms': (code) => code.replace('-', ' / '),
  'full width': (code) => code.replace(/[A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
};

const FIRST = ['José', 'Zoë', 'Anne-Marie', "D'Arcy", 'Jörg', 'Gül', 'Martin', 'Renée'];
const LAST = ['García Peña', 'Müller', "O'Neill", 'Smith-Jones', 'Çelik', 'Yara', 'Davies'];
const names = fc.record({ first_name: fc.constantFrom(...FIRST), last_name: fc.constantFrom(...LAST) });
const person = (number: number, name: Name) => ({ id: `p${number}`, student_id: `K${1_000 + number}`, email: `p${number}@uni.example`, ...name, active: true }); // prettier-ignore
const decide = (
  site: ReturnType<typeof person>[],
  given: { [part in keyof Name]: string | null },
  id: string | null,
) => {
  const people = new PeopleIndex(site);
  const { person: found, doubts } = decidePerson({ student_id: id, email: null, ...given }, people, new FilePeople(people)); // prettier-ignore
  return doubts.length === 0 ? found.person_id : null;
};
const isSame = (one: Name, other: Name) => JSON.stringify(one) === JSON.stringify(other);
const letters = ({ first_name, last_name }: Name) =>
  `${first_name}|${last_name}`.normalize('NFC').replace(/\s+/gu, ' ');

const LISTED = new Set(Object.values(OF_TOLERANCES).flatMap((each) => each ?? []));

test('each tolerance is listed with its differences, and each difference is tried', () => {
  expect(Object.keys(OF_TOLERANCES).sort()).toEqual(Object.keys(tolerances).sort());
  expect([...new Set([...Object.keys(NAMES), ...Object.keys(ROOMS)])].sort()).toEqual([...LISTED].sort());
});

describe('people', () => {
  test.each(UNSEEN)('%s: always accepted, since nobody sees it', (kind) => {
    const change = NAMES[kind] as (name: Name) => Name;
    fc.assert(fc.property(names, (name) => expect(decide([person(1, name)], change(name), 'K1001')).toBe('p1')));
  });

  test.each(SEEN)('%s: accepted until somebody is told apart by it', (kind) => {
    const change = NAMES[kind] as (name: Name) => Name;
    let accepted = 0;
    fc.assert(
      fc.property(names, (name) => {
        const given = change(name);
        fc.pre(letters(given) !== letters(name) && decide([person(1, name)], given, 'K1001') === 'p1');
        accepted++;
        expect(decide([person(1, name), person(2, given)], given, 'K1001')).toBeNull();
      }),
      { numRuns: 100 },
    );
    if (kind !== 'signs of no width') expect(accepted).toBeGreaterThan(5);
  });

  const BOUNDARIES = ["'", '-', ' ', ''].map((sign) => both((text) => text.replace(/(?<=\p{L})['\s-](?=\p{L})/gu, sign))); // prettier-ignore
  const boundary = fc.constantFrom(...BOUNDARIES);

  test.each(['signs', 'order'])('%s: hidden by no other difference that comes with it', (kind) => {
    const change = NAMES[kind] as (name: Name) => Name;
    let tried = 0;
    fc.assert(
      fc.property(names, boundary, boundary, (name, ofOther, ofRow) => {
        const [other, given] = [ofOther(change(name)), ofRow(change(name))];
        fc.pre(letters(change(name)) !== letters(name) && letters(other) !== letters(name));
        tried++;
        expect(decide([person(1, name), person(2, other)], given, 'K1001')).toBeNull();
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(50);
  });

  test('a name without its blanks is accepted for one of two people only if it is exactly theirs', () => {
    let tried = 0;
    fc.assert(
      fc.property(names, boundary, boundary, (name, ofOne, ofOther) => {
        const joined = BOUNDARIES[3] as (name: Name) => Name;
        const [one, other] = [ofOne(name), ofOther(name)];
        const small = { ...other, last_name: other.last_name.charAt(0) + other.last_name.slice(1).toLowerCase() };
        fc.pre(letters(one) !== letters(small));
        const given = joined(name);
        const site = [person(1, one), person(2, small)];
        tried++;
        const exact = site.find((each) => letters(each) === letters(given))?.id ?? null;
        expect([null, exact]).toContain(decide(site, given, null));
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(50);
  });

  test('one name alone is not accepted for somebody when it is at that place in the name of another person', () => {
    fc.assert(
      fc.property(names, fc.boolean(), (name, isFirst) => {
        const reversed = { first_name: name.last_name, last_name: name.first_name };
        const cell = isFirst ? { first_name: name.last_name, last_name: null } : { first_name: null, last_name: name.first_name }; // prettier-ignore
        expect(decide([person(1, name)], cell, 'K1001')).toBe('p1');
        expect(decide([person(1, name), person(2, reversed)], cell, 'K1001')).toBeNull();
      }),
    );
  });

  test('an id without its letters is asked about, and whoever has its digits is offered', () => {
    const site = [
      person(1, { first_name: 'Ana', last_name: 'Kral' }),
      person(12, { first_name: 'Ben', last_name: 'Low' }),
    ];
    const people = new PeopleIndex(site);
    for (const student_id of ['1001', '01001', 'STU-1001', '1001.']) {
      const given = { student_id, email: null, first_name: null, last_name: null };
      const { person: found } = decidePerson(given, people, new FilePeople(people));
      expect([student_id, found.person_id]).toEqual([student_id, null]);
      expect(found.candidates[0]).toMatchObject({ _id: 'p1', matched_on: ['student_id_normalized'] });
    }
  });

  test('a raised number beside an id is a footnote, and no digit of another id', () => {
    const marks = fc.constantFrom(...'¹²³⁴⁵①②');
    fc.assert(
      fc.property(names, marks, (name, mark) => {
        const longer = { ...person(2, name), student_id: `K1001${mark.normalize('NFKC')}` };
        const given = { student_id: `K1001${mark}`, email: null, first_name: null, last_name: null };
        const people = new PeopleIndex([person(1, name), longer]);
        expect(decidePerson(given, people, new FilePeople(people)).person.person_id).toBeNull();
      }),
    );
  });

  /** By which letters of the name anything else may be accepted: those of words that are left out, or cut to an initial. */
  const crude = ({ first_name, last_name }: Name): string[] =>
    `${first_name} ${last_name}`.normalize('NFKD').toLowerCase().replace(/\p{M}|['\u02bc\u2019\u200d]/gu, '').replace(/ß/g, 'ss').replace(/([ou])e/g, '$1').split(/[\s,.;-]+/u).filter(Boolean); // prettier-ignore
  const isExplained = (given: Name, name: Name): boolean => {
    const left = crude(name);
    return crude(given).every((word) => {
      const at = left.findIndex((each) => each === word || (word.length === 1 && each.startsWith(word)));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  };

  test('what is accepted differs by nothing that is not listed', () => {
    const edits = fc.tuple(fc.nat(40), fc.constantFrom('drop', 'double', 'change', 'swap', 'sign', 'word', 'initial', 'join'), fc.constantFrom('a', 'n', 'é', 'ö', 'и', '1', '?', '-', ' ', '.')); // prettier-ignore
    fc.assert(
      fc.property(names, fc.array(edits, { minLength: 1, maxLength: 2 }), fc.boolean(), (name, changes, hasId) => {
        const given = changes.reduce((each, change) => edited(each, change), name);
        fc.pre(!isSame(given, name));
        if (decide([person(1, name)], given, hasId ? 'K1001' : null) === 'p1')
          expect([given, name, isExplained(given, name)]).toEqual([given, name, true]);
      }),
      { numRuns: 5_000 },
    );
  });
});

function edited(name: Name, [at, kind, letter]: [number, string, string]): Name {
  const field = at % 2 ? 'first_name' : 'last_name';
  const signs = [...name[field]];
  const place = at % Math.max(1, signs.length);
  const here = signs[place] ?? '';
  const made: Record<string, () => string[]> = {
    drop: () => signs.toSpliced(place, 1),
    double: () => signs.toSpliced(place, 0, here),
    change: () => signs.toSpliced(place, 1, letter),
    swap: () => signs.toSpliced(place, 2, ...signs.slice(place, place + 2).toReversed()),
    sign: () => signs.toSpliced(place, 1, `${here}\u0323`),
    word: () => [...signs, ' ', 'M', 'a', 'y'],
    initial: () => signs.slice(0, 1),
    join: () => signs.filter((sign) => !/[\s-]/.test(sign)),
  };
  return { ...name, [field]: (made[kind]?.() ?? signs).join('') };
}

describe('rooms', () => {
  const room = (id: string, code: string) => ({ id, code, name: `Room ${id}`, parent: null, capacity: 1, active: true, allocatable: true, turnaround_days: 0 }); // prettier-ignore
  const only = (text: string, ...codes: string[]) =>
    new LocationIndex(codes.map((code, index) => room(String(index), code))).find(text).only?.code ?? null;
  const codes = fc.tuple(fc.constantFrom('B', 'NT', 'SÜD', 'É'), fc.integer({ min: 1, max: 29 }), fc.integer({ min: 1, max: 399 })).map(([block, house, number]) => `${block}${house}-${number}`); // prettier-ignore

  test.each(Object.keys(ROOMS).filter((kind) => kind !== 'composition'))(
    '%s: accepted until another room has it',
    (kind) => {
      fc.assert(
        fc.property(codes, (code) => {
          const text = (ROOMS[kind] as (code: string) => string)(code);
          fc.pre(text.normalize('NFC') !== code);
          expect(only(text, code)).toBe(code);
          expect(only(text, code, text)).toBeNull();
        }),
        { numRuns: 100 },
      );
    },
  );

  test('a number that a spreadsheet may have shortened is asked about, with either sign of decimals', () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(numbers, fc.constantFrom('.', ','), ([house, number], sign) => {
        const [short, long] = [`${house}.${number}`, `${house}.${number}0`];
        expect(only(`${house}${sign}${number}`, short)).toBe(short);
        expect(only(`${house}${sign}${number}`, short, long)).toBeNull();
      }),
    );
  });

  test('what is accepted has the same letters and numbers in the same order', () => {
    const edits = fc.tuple(fc.nat(12), fc.constantFrom('', '0', '1', 'O', 'A', '-', '/', ' ', '?', '.', '²', '…'), fc.boolean()); // prettier-ignore
    const words = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(/\d+|[a-z]+|[^\sa-z\d/\\.,:;>|_#·•‒–—-]/gu)?.join(' '); // prettier-ignore
    fc.assert(
      fc.property(codes, edits, (code, [at, sign, isInstead]) => {
        const text = [...code].toSpliced(at % code.length, isInstead ? 1 : 0, sign).join('');
        if (only(text, code) === code) expect(words(text)).toBe(words(code));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('dates', () => {
  const today = '2026-11-21';
  const read = (cell: string, ...others: string[]) => {
    const evidence = new DateEvidence(new Headers(), today);
    [cell, ...others].forEach((text, index) => evidence.add({ booking_id: `booking ${index}`, contract_start: text }));
    const found = readDate(cell, { ...evidence.style(null), timeZone: 'Europe/London', today });
    return found && 'date' in found ? found.date : null;
  };
  const days = fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 12 }) });

  test.each([
    ['the order of the file', ({ month, day }: { month: number; day: number }) => `${day}/${month}/2027`, '18/09/2027', '9/18/2027'], // prettier-ignore
    ['the place of years of two digits', ({ month, day }: { month: number; day: number }) => `26-${month}-${day + 15}`, '27-05-09', '05-05-27'], // prettier-ignore
    ['the year from which numbers count', ({ month, day }: { month: number; day: number }) => String(46_388 + 30 * month + day), '46700', '45100'], // prettier-ignore
  ])('%s is taken from the file until another row says something else', (_, write, proof, against) => {
    let accepted = 0;
    fc.assert(
      fc.property(days, (date) => {
        const cell = write(date);
        fc.pre(date.month !== date.day && date.day !== 11 && read(cell, proof) !== null);
        accepted++;
        expect(read(cell, proof, against)).toBeNull();
      }),
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

describe('lists of students', () => {
  const known = (name: Name): Known => ({ id: 'p1', student_id: 'K1001', email: null, student_key: 'k1001', email_key: null, ...name }) as unknown as Known; // prettier-ignore
  const isRefused = (site: ReturnType<typeof person>[], name: Name, given: Name): boolean => {
    const people = new PeopleIndex(site);
    const row = { student_id: 'K1001', email: null, student_key: 'k1001', email_key: null, date_of_birth: null, whole: null, ...given } as unknown as KeyedRow; // prettier-ignore
    return isContradicted(row, known(name), {
      people,
      list: new FilePeople(people),
      ids: new UsualIds([], people),
      homes: new Map(),
      isPlace: () => false,
      isRoom: () => false,
      today: '2026-11-24',
      timeZone: 'Europe/London',
    });
  };

  test.each(SEEN)('%s: refused as soon as somebody is told apart by it, and renames nobody', (kind) => {
    const change = NAMES[kind] as (name: Name) => Name;
    fc.assert(
      fc.property(names, (name) => {
        const given = change(name);
        fc.pre(letters(given) !== letters(name));
        if (kind === 'order') expect(isRefused([person(1, name)], name, given)).toBe(true);
        else expect(isRefused([person(1, name), person(2, given)], name, given)).toBe(true);
        if (kind === 'signs' || kind === 'case')
          for (const part of ['first_name', 'last_name'] as const) expect(keptName(given[part], name[part])).toBe(name[part]); // prettier-ignore
      }),
      { numRuns: 100 },
    );
  });
});
