import { TextDecoder } from 'node:util';

/** Encodings that a file may be declared to have, as the WHATWG Encoding Standard names them. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

const MARKS: [string, number, number][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** A file as UTF-8: by its declared encoding, else by its byte order mark, else as it comes. */
export async function* decoded(file: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  let head = Buffer.alloc(0);
  for await (const chunk of file) {
    if (isFirst) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 2) continue;
      isFirst = false;
      const marked = MARKS.find(([, one, two]) => head[0] === one && head[1] === two)?.[0];
      const name = encoding ?? marked;
      decoder = name === undefined || name === 'utf-8' ? undefined : new TextDecoder(name);
      yield decoder ? Buffer.from(decoder.decode(head, { stream: true })) : head;
    } else yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (isFirst) yield head;
  const rest = decoder?.decode();
  if (rest) yield Buffer.from(rest);
}
