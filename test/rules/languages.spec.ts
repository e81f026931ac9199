import { describe, expect, test } from '@jest/globals';
import { PROBLEMS, type ProblemCode } from '#libs/core/errors/problem-codes';
import { preferredLanguage } from '#libs/core/languages/accept-language';
import { type Forms, LANGUAGES, type TextKey, type Texts } from '#libs/core/languages/catalogue';
import { speakerOf, textsOf, titleOf } from '#libs/core/languages/say';

const formsOf = (text: string | Forms): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
const keys = Object.keys(textsOf('en')) as TextKey[];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

describe('the languages', () => {
  test.each(LANGUAGES)('%s fills in what English fills in, and knows a form for each plural of its own', (language) => {
    const [texts, english]: Texts[] = [textsOf(language), textsOf('en')];
    expect(Object.keys(texts ?? {}).sort()).toEqual([...keys].sort());
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of keys) {
      const [text, model] = [texts?.[key] ?? '', english?.[key] ?? ''];
      expect([key, typeof text]).toEqual([key, typeof model]);
      expect([key, formsOf(text).every((form) => form.trim() !== '')]).toEqual([key, true]);
      if (typeof text === 'string') expect([key, namesIn(text)]).toEqual([key, namesIn(model as string)]);
      else expect([key, Object.keys(text).sort()]).toEqual([key, [...categories].sort()]);
    }
  });

  test.each(OTHERS)('%s has a title of its own for every problem', (language) => {
    const same = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
      (code) => titleOf(code, language) === PROBLEMS[code][1],
    );
    expect(same).toEqual([]);
    expect(new Set(Object.keys(PROBLEMS).map((code) => titleOf(code as ProblemCode, language))).size).toBe(
      Object.keys(PROBLEMS).length,
    );
  });

  test('count by the rules of each language', () => {
    const students = (language: (typeof LANGUAGES)[number], count: number) =>
      speakerOf(language).say('count_students', { count });
    expect([students('en', 1), students('en', 1_234)]).toEqual(['1 student', '1,234 students']);
    expect([students('de', 1_234), students('es', 12_345)]).toEqual(['1.234 Personen', '12.345 estudiantes']);
    expect([0, 1, 2, 3, 11, 100].map((count) => students('ar', count))).toEqual([
      'لا طلاب',
      'طالب واحد',
      'طالبان',
      '3 طلاب',
      '11 طالبًا',
      '100 طالب',
    ]);
  });

  test('write dates, days and times of a site', () => {
    const write = (language: (typeof LANGUAGES)[number]) => {
      const { date, moment, weekday } = speakerOf(language);
      return [date('2026-09-12'), moment('2026-06-30T23:30:00.000Z', 'Europe/London'), weekday('sunday')];
    };
    expect(write('en').join(' | ')).toMatch(/^Saturday,? 12 September 2026 \| 1 July 2026, 00:30 \| Sunday$/);
    expect(write('de').join(' | ')).toBe('Samstag, 12. September 2026 | 1. Juli 2026, 00:30 | Sonntag');
    expect(write('cy').join(' | ')).toMatch(/Medi 2026 \| 1 Gorffennaf 2026, 00:30 \| Dydd Sul/);
    expect(write('ar').join(' | ')).toMatch(/12 سبتمبر 2026 \| 1 يوليو 2026, 00:30 \| الأحد/);
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at,en;q=0.5', 'de'],
    ['en;q=0.5, cy', 'cy'],
    ['ja, fr;q=0.8, en;q=0.9', 'en'],
    ['pt-BR, ja', undefined],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['ar-EG;q=0.999,ar;q=0.001', 'ar'],
    ['de;q=2, es', 'es'],
    ['zh-Hans-CN, es-419', 'es'],
    ['<script>, de;q=abc', undefined],
    [`${'x,'.repeat(100_000)}de`, undefined],
  ])('Accept-Language: %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
