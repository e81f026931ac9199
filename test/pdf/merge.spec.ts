import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFString, PDFHexString } from 'pdf-lib';
import sharp from 'sharp';
import { mergePdfs } from '#libs/core/pdf/merge';
import { Printer } from '#libs/core/pdf/printer';
import { speakerOf } from '#libs/core/languages/say';
import { footers } from '#libs/documents/page';
import { complaintsAbout, hasPoppler, hasQpdf, imagesOf, infoOf, pagesOf, spokenTextOf } from '../support/poppler.js';

if (!hasPoppler) console.warn('poppler-utils is not installed: how bound PDFs are READ is NOT tested in this run.');
if (!hasQpdf) console.warn('qpdf is not installed: whether bound PDFs are SOUND is NOT tested in this run.');

const ROWS = 90;
const PARTS = ['One', 'Two', 'Three'];

describe('a PDF that is bound of parts', () => {
  const printer = new Printer({} as never);
  let bound: Buffer;
  let document: PDFDocument;

  async function* parts() {
    const square = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a53' } })
      .jpeg()
      .toBuffer();
    for (const part of PARTS) {
      const rows = Array.from({ length: ROWS }, (_, n) => `<tr><td>${part}-${n}</td><td>Größe ${n}</td></tr>`);
      yield printer.printPdf(`<!doctype html><html lang="de"><head><title>Bound</title><style>@page{size:A4;margin:20mm}</style></head><body>
        <h1>Part ${part}</h1><img alt="A square" src="data:image/jpeg;base64,${square.toString('base64')}">
        <table><thead><tr><th scope="col">Name</th><th scope="col">Size</th></tr></thead><tbody>${rows.join('')}</tbody></table>`);
    }
  }
  const footed = (pages: number) =>
    printer.printPdf(footers(pages, 'a4', speakerOf('en')), { tagged: false, transparent: true });

  const dictOf = (entry: PDFObject | undefined) => document.context.lookup(entry, PDFDict);
  const list = (dict: PDFDict, name: string) => dict.lookup(PDFName.of(name), PDFArray).asArray();
  const structure = () => dictOf(document.catalog.get(PDFName.of('StructTreeRoot')));
  const textOf = (name: PDFObject | undefined) => (name as PDFString | PDFHexString).decodeText();
  const elements = () =>
    document.context
      .enumerateIndirectObjects()
      .filter((entry): entry is [PDFRef, PDFDict] => entry[1] instanceof PDFDict)
      .filter(([, dict]) => dict.get(PDFName.of('Type')) === PDFName.of('StructElem'));

  beforeAll(async () => {
    bound = await mergePdfs(parts(), footed);
    document = await PDFDocument.load(bound, { updateMetadata: false });
  });
  afterAll(() => printer.onModuleDestroy());

  test('says the language, that it is tagged, and shows its title as the parts did', () => {
    const entry = (name: string) => document.catalog.get(PDFName.of(name));
    expect(textOf(entry('Lang'))).toBe('de');
    expect(String(dictOf(entry('MarkInfo')).get(PDFName.of('Marked')))).toBe('true');
    expect(String(dictOf(entry('ViewerPreferences')).get(PDFName.of('DisplayDocTitle')))).toBe('true');
    expect(document.getTitle()).toBe('Bound');
  });

  test('has one document in its structure, and every element hangs below its parent', () => {
    const roots = elements().filter(([, dict]) => dict.get(PDFName.of('S')) === PDFName.of('Document'));
    expect(roots).toHaveLength(1);
    expect(roots[0]?.[1].get(PDFName.of('P'))).toBe(document.catalog.get(PDFName.of('StructTreeRoot')));
    const kidsOf = (dict: PDFDict) => {
      const kids = dict.lookup(PDFName.of('K'));
      return kids instanceof PDFArray ? kids.asArray() : [dict.get(PDFName.of('K'))];
    };
    const orphans = elements().filter(([ref, dict]) => !kidsOf(dictOf(dict.get(PDFName.of('P')))).includes(ref));
    expect(orphans).toEqual([]);
  });

  test('leads from each page to the elements that are on it', () => {
    const [parents, pages] = [list(dictOf(structure().get(PDFName.of('ParentTree'))), 'Nums'), document.getPages()];
    expect(parents).toHaveLength(2 * pages.length);
    pages.forEach((page, index) => {
      expect(String(page.node.get(PDFName.of('StructParents')))).toBe(String(index));
      expect(String(parents[2 * index])).toBe(String(index));
      const found = document.context
        .lookup(parents[2 * index + 1], PDFArray)
        .asArray()
        .filter((each) => each instanceof PDFRef);
      expect(found.length).toBeGreaterThan(1);
      const places = found.map((each) => dictOf(each).get(PDFName.of('Pg')));
      expect(places).toContain(page.ref);
    });
  });

  test('names the heads of columns of each part apart', () => {
    const named = elements().filter(([, dict]) => dict.has(PDFName.of('ID')));
    const names = named.map(([, dict]) => textOf(dict.get(PDFName.of('ID'))));
    expect([names.length, new Set(names).size]).toEqual([2 * PARTS.length, 2 * PARTS.length]);
    const tree = list(dictOf(structure().get(PDFName.of('IDTree'))), 'Names');
    expect(tree.filter((_, at) => at % 2 === 0).map(textOf)).toEqual([...names].sort());
    const used = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => [...String(object).matchAll(/\/Headers \[ (.*?) \]/g)])
      .flatMap(([, found = '']) => found.split(' ').map((hex) => Buffer.from(hex.slice(1, -1), 'hex').toString()));
    expect(used.length).toBeGreaterThanOrEqual(2 * ROWS * PARTS.length);
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
  });

  (hasPoppler ? test : test.skip)(
    'is read aloud in order, each row once and no foot; on paper each page has its foot',
    () => {
      expect(infoOf(bound)).toMatchObject({ Tagged: 'yes', Title: 'Bound' });
      const spoken = spokenTextOf(bound);
      const rows = PARTS.flatMap((part) => Array.from({ length: ROWS }, (_, n) => `${part}-${n}`));
      expect(spoken.match(/\b(One|Two|Three)-\d+/g)).toEqual(rows);
      expect(spoken.match(/Part \w+/g)).toEqual(PARTS.map((part) => `Part ${part}`));
      expect(spoken).not.toMatch(/Confidential|Page/);
      const pages = pagesOf(bound);
      expect(pages.length).toBeGreaterThan(2 * PARTS.length - 1);
      pages.forEach((page, index) =>
        expect(page).toMatch(new RegExp(`Confidential\\s+Page ${index + 1} of ${pages.length}\\s*$`)),
      );
      expect(imagesOf(bound)).toBe(PARTS.length);
    },
  );

  (hasQpdf ? test : test.skip)('is sound', () => {
    expect(complaintsAbout(bound)).toEqual('');
  });

  test('is not made of parts without tags', async () => {
    async function* untagged() {
      yield printer.printPdf('<p>plain', { tagged: false });
    }
    await expect(mergePdfs(untagged(), footed)).rejects.toThrow('without tags');
  });
});
