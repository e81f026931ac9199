import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DomainError } from '#libs/core/errors/domain-error';

/** The most parts of a workbook. */
const MOST_PARTS = 2_000;
/** The most bytes of all parts together that are unpacked. */
const MOST_BYTES = 64 * 1_048_576;
/** How many times its packed size a part may have: tables are packed to a tenth or a thirtieth, bombs to a thousandth. */
const MOST_RATIO = 200;
/** Smaller parts may have any ratio. */
const SMALL = 1_048_576;
const PIECE = 65_536;

export const noWorkbook = (why: string) =>
  new DomainError('validation_failed', `The file is no workbook that can be read: ${why}. Save it again as .xlsx, or as CSV.`); // prettier-ignore
export const tooLarge = (what: string) =>
  new DomainError('payload_too_large', `The workbook ${what}. Keep only the sheet with the rows, or save that as CSV.`);

/** A ZIP archive in memory whose parts are unpacked as they are read, within bounds. */
export class Archive {
  /** How many elements were read of its parts, and how many of them are neither rows, cells nor texts. */
  elements = 0;
  others = 0;
  private bytes = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws DomainError `validation_failed` when it is no archive, `payload_too_large` when it has too many parts */
  static async open(file: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > MOST_PARTS) throw tooLarge(`has more than ${MOST_PARTS} parts`);
      return new Archive(zip, await entriesOf(zip));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw noWorkbook((error as Error).message);
    }
  }

  has = (name: string): boolean => this.entries.has(keyOf(name));

  /**
   * The bytes of a part, in pieces, with everybody else's work let in between.
   * @throws DomainError `validation_failed` when it is missing, locked or broken, `payload_too_large` when it unpacks to too much
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(keyOf(name));
    if (!entry) throw noWorkbook(`its part ${name.slice(0, 100)} is missing`);
    requireHonest(entry);
    let [size, sum] = [0, 0];
    for await (const chunk of this.unpack(entry))
      for (let from = 0; from < chunk.length; from += PIECE) {
        const piece = chunk.subarray(from, from + PIECE);
        if ((size += piece.length) > SMALL && size > entry.compressedSize * MOST_RATIO) throw bomb();
        if ((this.bytes += piece.length) > MOST_BYTES) throw tooLarge(`unpacks to more than ${MOST_BYTES / 1_048_576} MiB`); // prettier-ignore
        sum = crc32(piece, sum);
        yield piece;
        await yieldToEventLoop();
      }
    if (sum !== entry.crc32) throw noWorkbook('it is damaged, its check sum is another one');
  }

  private async *unpack(entry: Entry): AsyncGenerator<Buffer> {
    try {
      yield* (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      throw noWorkbook((error as Error).message);
    }
  }
}

const bomb = () => tooLarge(`unpacks to more than ${MOST_RATIO} times its size`);

// Names of parts differ in more than case.
const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

function requireHonest({ fileName, uncompressedSize, compressedSize, ...entry }: Entry): void {
  if (entry.generalPurposeBitFlag & 1)
    throw noWorkbook(`its part ${fileName.slice(0, 100)} is protected by a password`);
  if (uncompressedSize > MOST_BYTES) throw tooLarge(`unpacks to more than ${MOST_BYTES / 1_048_576} MiB`);
  if (uncompressedSize > SMALL && uncompressedSize > compressedSize * MOST_RATIO) throw bomb();
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const key = keyOf(entry.fileName);
    // A program that reads the first and one that reads the last would see different files.
    if (entries.has(key)) throw noWorkbook(`its part ${entry.fileName.slice(0, 100)} is there twice`);
    entries.set(key, entry);
  }
  return entries;
}
