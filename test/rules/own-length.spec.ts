import { expect, test } from '@jest/globals';
import { withoutOwnLength } from '#libs/booking-import/rows/own-length';

const [START, END] = ['2027-09-04', '2028-07-08'];

test.each([
  ['44 weeks', ''],
  ['44-week contract', ''],
  ['vegan, 44 wks contract', 'vegan,'],
  ['10 months', ''],
  ['44 Wochen', ''],
  ['ten months', ''],
  ['Laufzeit 44 Wochen', ''],
  ['Duration: 44 weeks', 'Duration:'],
  ['44 weeks total', ''],
  ['44wk, has bike', ', has bike'],
  ['44 Wochen Miete', ''],
  ['umowa na 44 tygodnie', ''],
  ['deposit paid / 44 weeks', 'deposit paid /'],
  ['44 weeks - quiet floor please', '- quiet floor please'],
])('a length that is that of the stay says nothing else: %s', (notes, left) => {
  expect(withoutOwnLength(notes, START, END).trim()).toBe(left);
});

test.each([
  '51 weeks',
  '2 years',
  '44 weeks from the 25th',
  '44 weeks @ 165.50',
  '12 months contract',
  '9 months',
  '44 weeks later',
  '+44 weeks',
  'extra 44 weeks',
  '44 weeks only',
  '44 weeks, cut to 40',
  '44 weeks, extended by four',
  '44 weeks, wants 40',
])('another length, and what is said beside one, stays: %s', (notes) => {
  expect(withoutOwnLength(notes, START, END)).toBe(notes);
});

test('short stays are exact, and one without an end has no length', () => {
  expect(withoutOwnLength('2 weeks', '2027-09-04', '2027-09-18')).toBe('');
  expect(withoutOwnLength('2 weeks', '2027-09-04', '2027-09-21')).toBe('2 weeks');
  expect(withoutOwnLength('44 weeks', START, null)).toBe('44 weeks');
});
