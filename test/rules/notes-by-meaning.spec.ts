import { describe, expect, test } from '@jest/globals';
import { calledOffIn } from '#libs/booking-import/rows/called-off';
import { claimIn, otherStatusIn } from '#libs/booking-import/rows/note-claims';
import { HARMLESS, MEANINGS } from './notes-by-meaning.js';

/** Whether notes of a confirmed booking are a question, whatever its cells are. */
const isAsked = (notes: string): boolean =>
  [calledOffIn(notes), claimIn(notes), otherStatusIn(notes, 'confirmed')].some((each) => each !== undefined);
const split = (texts: string, sign: string): string[] => texts.split(sign).map((each) => each.trim());

const LANGUAGES = Object.keys(HARMLESS);

describe('notes that contradict their row are a question in each language', () => {
  const each = Object.entries(MEANINGS).flatMap(([meaning, notes]) => LANGUAGES.map((language) => [meaning, language, notes[language] ?? ''])); // prettier-ignore
  test.each(each)('%s, in %s', (_meaning, _language, notes) => {
    const written = split(notes, ',');
    expect(written.length).toBeGreaterThanOrEqual(5);
    for (const form of [written, written.map((text) => text.toUpperCase()), written.map((text) => `Vegan; ${text}`)])
      expect(form.filter((text) => !isAsked(text))).toEqual([]);
  });
});

describe('notes that say nothing of the stay are no question', () => {
  test.each(LANGUAGES)('%s', (language) => {
    expect(split(HARMLESS[language] ?? '', '|').filter(isAsked)).toEqual([]);
  });
});
