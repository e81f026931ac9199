import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const HEADER = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
// A reader unpacks a whole bundle for any object of it.
const BUNDLE = 150;
const ENTRY_BYTES = 7;
const deflated = promisify<Buffer, Buffer>(deflate);

/** Writes a PDF object by object, so that no more of it is held than its compressed bytes. */
export class PdfWriter {
  private readonly pieces = [HEADER];
  private length = HEADER.length;
  private readonly entries: [kind: 1 | 2, place: number, index: number][] = [];
  private bundle: { number: number; text: string }[] = [];
  private next = 1;

  /** Reserves this many object numbers and returns the first. Not all of them need to be written. */
  reserve(count = 1): number {
    this.next += count;
    return this.next - count;
  }

  /** An object that is no stream, in PDF's syntax; each character is a byte. */
  async write(number: number, text: string): Promise<void> {
    this.bundle.push({ number, text });
    if (this.bundle.length >= BUNDLE) await this.writeBundle();
  }

  /** A stream; its entries already contain its length. */
  writeStream(number: number, entries: string, content: Uint8Array): void {
    this.entries[number] = [1, this.length, 0];
    this.append(`${number} 0 obj\n<<${entries}>>\nstream\n`, content, '\nendstream\nendobj\n');
  }

  /** The whole file. */
  async finish(root: number, info: number): Promise<Buffer> {
    await this.writeBundle();
    const [start, number] = [this.length, this.reserve()];
    this.entries[number] = [1, start, 0];
    const table = Buffer.alloc(this.next * ENTRY_BYTES);
    for (const [index, entry] of this.entries.entries()) {
      if (!entry) continue;
      const [kind, place, within] = entry;
      const at = index * ENTRY_BYTES;
      table.writeUInt8(kind, at);
      table.writeUInt32BE(place, at + 1);
      table.writeUInt16BE(within, at + 5);
    }
    const facts = `/Type /XRef /Size ${this.next} /W [1 4 2] /Root ${root} 0 R /Info ${info} 0 R`;
    await this.writePacked(number, facts, table);
    this.append(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.pieces, this.length);
  }

  private async writeBundle(): Promise<void> {
    const { bundle } = this;
    if (bundle.length === 0) return;
    this.bundle = [];
    const number = this.reserve();
    let at = 0;
    const heads = bundle.map((object, index) => {
      this.entries[object.number] = [2, number, index];
      const head = `${object.number} ${at}`;
      at += object.text.length + 1;
      return head;
    });
    const [index, objects] = [`${heads.join(' ')}\n`, bundle.map(({ text }) => text).join('\n')];
    const facts = `/Type /ObjStm /N ${bundle.length} /First ${index.length}`;
    await this.writePacked(number, facts, Buffer.from(index + objects, 'latin1'));
  }

  private async writePacked(number: number, entries: string, content: Buffer): Promise<void> {
    const packed = await deflated(content);
    this.writeStream(number, `${entries} /Filter /FlateDecode /Length ${packed.length}`, packed);
  }

  private append(...pieces: (string | Uint8Array)[]): void {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece);
      this.pieces.push(bytes);
      this.length += bytes.length;
    }
  }
}
