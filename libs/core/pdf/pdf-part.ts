import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib';

/** What is added to the numbers and names of a document where it becomes a part of another. */
export interface Shift {
  objects: number;
  /** For the numbers by which pages find their structure. */
  pages: number;
  /** Stands before the names of elements of the structure. */
  name: string;
}

const [ID, HEADERS, TYPE, ELEMENT] = ['ID', 'Headers', 'Type', 'StructElem'].map((name) => PDFName.of(name));
const PAGE_KEYS = new Set(['StructParents', 'StructParent'].map((name) => PDFName.of(name)));

/** A PDF that is read and then written as a part of another. */
export class PdfPart {
  private readonly instead = new Map<PDFRef, number>();

  private constructor(
    private readonly document: PDFDocument,
    private readonly shift: Shift,
  ) {}

  /** `shiftOf` gets the number of objects. */
  static async read(pdf: Buffer, shiftOf: (objects: number) => Shift): Promise<PdfPart> {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fast });
    return new PdfPart(document, shiftOf(document.context.largestObjectNumber + 1));
  }

  get catalog(): PDFDict {
    return this.document.catalog;
  }

  get info(): PDFDict | undefined {
    return this.dict(this.document.context.trailerInfo.Info);
  }

  get pages(): { ref: PDFRef; dict: PDFDict }[] {
    return this.document.getPages().map(({ ref, node }) => ({ ref, dict: node }));
  }

  get objects(): [PDFRef, PDFObject][] {
    return this.document.context.enumerateIndirectObjects();
  }

  /** The dictionary that an entry is, or refers to. */
  dict(entry: PDFObject | undefined): PDFDict | undefined {
    return this.document.context.lookupMaybe(entry, PDFDict);
  }

  /** The stream that an entry refers to. @throws Error when it is not a stream */
  stream(entry: PDFObject | undefined): PDFRawStream {
    const found = this.document.context.lookup(entry);
    if (!(found instanceof PDFRawStream)) throw new Error('a PDF with a page that is not one stream');
    return found;
  }

  /** Keys and values of a tree of numbers or of names. */
  *pairs(tree: PDFDict | undefined, leaf: 'Nums' | 'Names'): Generator<[PDFObject, PDFObject]> {
    const list = tree?.lookupMaybe(PDFName.of(leaf), PDFArray)?.asArray() ?? [];
    for (let at = 0; at < list.length; at += 2) yield [list[at] as PDFObject, list[at + 1] as PDFObject];
    for (const kid of tree?.lookupMaybe(PDFName.of('Kids'), PDFArray)?.asArray() ?? [])
      yield* this.pairs(this.dict(kid), leaf);
  }

  /** What refers to an object of this part will refer to one of the whole. */
  replace(ref: PDFRef, by: number): void {
    this.instead.set(ref, by);
  }

  numberOf(ref: PDFRef): number {
    return this.instead.get(ref) ?? ref.objectNumber + this.shift.objects;
  }

  /** An object in PDF's syntax, as it is in the whole. */
  written(object: PDFObject): string {
    if (object instanceof PDFRef) return `${this.numberOf(object)} 0 R`;
    if (object instanceof PDFDict) return `<<${this.entries(object)}>>`;
    if (object instanceof PDFArray) return list(object, (each) => this.written(each));
    return object.toString();
  }

  /** The entries of a dictionary, all but some. */
  entries(dict: PDFDict | undefined, ...without: string[]): string {
    const left = without.map((name) => PDFName.of(name));
    let text = '';
    for (const [key, value] of dict?.entries() ?? [])
      if (!left.includes(key)) text += `${key.toString()} ${this.entry(key, value, dict)}`;
    return text;
  }

  /** The name of an element of the structure. */
  elementName(name: PDFObject): string {
    if (!(name instanceof PDFString || name instanceof PDFHexString)) throw new Error('a PDF with an odd element');
    return `<${Buffer.from(this.shift.name).toString('hex')}${Buffer.from(name.asBytes()).toString('hex')}>`;
  }

  /** The number by which a page finds its structure. */
  pageKey(key: PDFObject): string {
    if (!(key instanceof PDFNumber)) throw new Error('a PDF with an odd page');
    return String(key.asNumber() + this.shift.pages);
  }

  private entry(key: PDFName, value: PDFObject, dict?: PDFDict): string {
    if (PAGE_KEYS.has(key)) return this.pageKey(value);
    if (key === ID && dict?.get(TYPE as PDFName) === ELEMENT) return this.elementName(value);
    if (key === HEADERS && value instanceof PDFArray) return list(value, (name) => this.elementName(name));
    return this.written(value);
  }
}

const list = (array: PDFArray, written: (each: PDFObject) => string) => `[${array.asArray().map(written).join(' ')}]`;
