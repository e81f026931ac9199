import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { fontFacesFor } from '#libs/core/pdf/fonts';
import { cssColour, cssString, html } from '#libs/documents/html';
import { partsOf } from '#libs/documents/parts';

describe('text in printed pages', () => {
  test('is escaped, whatever it holds; HTML of our own is not', () => {
    expect(html`<p title="${`"'`}">${'<b>&'}${html`<i>${'<'}</i>`}${['>', null, false, 0]}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;<i>&lt;</i>&gt;0</p>',
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(html`${text}`.text)));
  });

  test('cannot leave a string of CSS, nor be a colour that is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => /^"([A-Za-z0-9 ]|\\[0-9a-f]+ )*"$/.test(cssString(text))),
    );
    expect(cssColour('#2F6FED')).toBe('#2F6FED');
    for (const text of ['red', '#fff', '#2F6FED;x:url(y)', '']) expect(cssColour(text)).toBe('#777777');
  });

  test('brings the fonts for its own characters, and no others', () => {
    const facesOf = (text: string) => fontFacesFor(text).split('\n').filter(Boolean).length;
    expect([facesOf(''), facesOf('abc'), facesOf('abc Ελ')]).toEqual([0, 2, 4]);
    for (const character of ['ż', 'Ж', 'م', 'א', '张', 'か', '김', 'अ', 'ễ'])
      expect(facesOf(character)).toBeGreaterThan(0);
  });
});

describe('a list in parts', () => {
  const line = fc.record({ building_id: fc.constantFrom('a', 'b'), floor: fc.constantFrom(null, '1', '2') });

  test('holds every line once and in order, and no part is empty or too long', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (lines, size) => {
        const parts = partsOf(lines, size);
        expect(parts.flat()).toEqual(lines);
        expect(parts.every((part) => part.length > 0 && part.length <= size)).toBe(true);
      }),
    );
  });

  test('ends a part with a floor where it can', () => {
    const floors = [...'1111112223333333333333'].map((floor) => ({ building_id: 'a', floor }));
    expect(partsOf(floors, 10).map((part) => part.map(({ floor }) => floor).join(''))).toEqual([
      '111111222',
      '3333333333',
      '333',
    ]);
  });
});
