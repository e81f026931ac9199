import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { PdfPart } from '#libs/core/pdf/pdf-part';
import { PdfWriter } from '#libs/core/pdf/pdf-writer';

/** A page as it will be written when its foot is known. */
interface Page {
  number: number;
  entries: string;
  contents: string;
  resources: string;
  pictures: string;
}

const [K, TYPE, PARENT_TREE, ID_TREE, ROOT, CONTENTS, RESOURCES, XOBJECT, BOX] = [
  'K', 'Type', 'ParentTree', 'IDTree', 'StructTreeRoot', 'Contents', 'Resources', 'XObject', 'MediaBox',
].map((name) => PDFName.of(name)) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName]; // prettier-ignore

// The whole has its own of these.
const OWN = new Set(['Catalog', 'Pages', 'Page', 'StructTreeRoot', 'ParentTree'].map((name) => PDFName.of(name)));
const UNLIKE_THE_FIRST = ['Type', 'Pages', 'StructTreeRoot', 'Outlines', 'Dests', 'Names', 'Metadata'];

const BEFORE = Buffer.from('q\n');
// A foot is no content: what reads aloud passes over it.
const AFTER = Buffer.from('\nQ\n/Artifact <</Type /Pagination /Subtype /Footer>> BDC /Foot Do EMC\n');

/**
 * One PDF of several, in order, with a page of `overlay` on each page. Its tags are those of the parts, one after the
 * other. Of each part only its compressed bytes are kept, so that the whole may be as long as it likes.
 */
export async function mergePdfs(
  parts: AsyncIterable<Buffer>,
  overlayOf: (pages: number) => Promise<Buffer>,
): Promise<Buffer> {
  const bound = new BoundPdf();
  for await (const part of parts) await bound.add(part);
  return bound.finish(await overlayOf(bound.pageCount));
}

class BoundPdf {
  private readonly writer = new PdfWriter();
  private readonly root = this.writer.reserve();
  private readonly info = this.writer.reserve();
  private readonly tree = this.writer.reserve();
  private readonly structure = this.writer.reserve();
  private readonly document = this.writer.reserve();
  private readonly pages: Page[] = [];
  private readonly children: string[] = [];
  private readonly pageParents: string[] = [];
  private readonly elementNames: string[] = [];
  private facts: { catalog: string; info: string; document: string } | undefined;
  private parts = 0;

  get pageCount(): number {
    return this.pages.length;
  }

  async add(pdf: Buffer): Promise<void> {
    const part = await this.read(pdf);
    const { ref, dict } = this.adoptStructure(part);
    this.facts ??= {
      catalog: part.entries(part.catalog, ...UNLIKE_THE_FIRST),
      info: part.entries(part.info),
      document: part.entries(dict, 'P', 'K'),
    };
    for (const { ref, dict } of part.pages) {
      const resources = part.dict(dict.get(RESOURCES));
      this.pages.push({
        number: part.numberOf(ref),
        entries: part.entries(dict, 'Parent', 'Contents', 'Resources'),
        contents: part.written(dict.get(CONTENTS) as PDFObject),
        resources: part.entries(resources, 'XObject'),
        pictures: part.entries(part.dict(resources?.get(XOBJECT))),
      });
    }
    await this.copy(part, ref);
  }

  async finish(overlay: Buffer): Promise<Buffer> {
    const { writer, tree, structure, document, facts, pages } = this;
    const [before, after] = [writer.reserve(), writer.reserve()];
    writer.writeStream(before, `/Length ${BEFORE.length}`, BEFORE);
    writer.writeStream(after, `/Length ${AFTER.length}`, AFTER);
    const feet = await this.writeFeet(overlay);
    for (const [index, { number, entries, contents, resources, pictures }] of pages.entries()) {
      const all = `${resources}/XObject <<${pictures}/Foot ${feet[index]} 0 R>>`;
      const content = `[${before} 0 R ${contents} ${after} 0 R]`;
      await writer.write(number, `<<${entries}/Parent ${tree} 0 R/Contents ${content}/Resources <<${all}>>>>`);
    }
    const kids = pages.map(({ number }) => `${number} 0 R`).join(' ');
    await writer.write(tree, `<</Type /Pages/Count ${pages.length}/Kids [${kids}]>>`);
    await writer.write(document, `<<${facts?.document}/P ${structure} 0 R/K [${this.children.join(' ')}]>>`);
    const parents = `/ParentTreeNextKey ${pages.length}/ParentTree <</Nums [${this.pageParents.join(' ')}]>>`;
    const names = `/IDTree <</Names [${this.elementNames.join(' ')}]>>`;
    await writer.write(structure, `<</Type /StructTreeRoot/K ${document} 0 R${parents}${names}>>`);
    await writer.write(this.info, `<<${facts?.info}>>`);
    const catalog = `<</Type /Catalog/Pages ${tree} 0 R/StructTreeRoot ${structure} 0 R${facts?.catalog}>>`;
    await writer.write(this.root, catalog);
    return writer.finish(this.root, this.info);
  }

  private read(pdf: Buffer): Promise<PdfPart> {
    const name = String(++this.parts).padStart(6, '0');
    return PdfPart.read(pdf, (count) => ({ objects: this.writer.reserve(count), pages: this.pages.length, name }));
  }

  /** Puts what is in the document that a part is into that of the whole. */
  private adoptStructure(part: PdfPart): { ref: PDFRef; dict: PDFDict } {
    const root = part.dict(part.catalog.get(ROOT));
    const [ref, dict] = [root?.get(K), part.dict(root?.get(K))];
    if (!root || !dict || !(ref instanceof PDFRef)) throw new Error('a PDF without tags');
    part.replace(ref, this.document);
    const kids = dict.lookup(K);
    for (const kid of kids instanceof PDFArray ? kids.asArray() : [dict.get(K) as PDFObject])
      this.children.push(part.written(kid));
    for (const [key, parents] of part.pairs(part.dict(root.get(PARENT_TREE)), 'Nums'))
      this.pageParents.push(`${part.pageKey(key)} ${part.written(parents)}`);
    for (const [name, element] of part.pairs(part.dict(root.get(ID_TREE)), 'Names'))
      this.elementNames.push(`${part.elementName(name)} ${part.written(element)}`);
    return { ref, dict };
  }

  private async copy(part: PdfPart, ...without: PDFRef[]): Promise<void> {
    for (const [ref, object] of part.objects) {
      if (without.includes(ref)) continue;
      if (object instanceof PDFRawStream)
        this.writer.writeStream(part.numberOf(ref), part.entries(object.dict), object.contents);
      else if (!(object instanceof PDFDict && OWN.has(object.get(TYPE) as PDFName)))
        await this.writer.write(part.numberOf(ref), part.written(object));
    }
  }

  /** Each page of the overlay as something that a page can draw. */
  private async writeFeet(overlay: Buffer): Promise<number[]> {
    const part = await this.read(overlay);
    const drawn = part.pages.map(({ ref, dict }) => {
      const { dict: facts, contents } = part.stream(dict.get(CONTENTS));
      const box = part.written(dict.get(BOX) as PDFObject);
      const resources = part.written(dict.get(RESOURCES) as PDFObject);
      const form = `/Type /XObject/Subtype /Form/BBox ${box}/Resources ${resources}`;
      this.writer.writeStream(part.numberOf(ref), form + part.entries(facts), contents);
      return { foot: part.numberOf(ref), content: dict.get(CONTENTS) as PDFRef };
    });
    await this.copy(part, ...drawn.map(({ content }) => content));
    return drawn.map(({ foot }) => foot);
  }
}
