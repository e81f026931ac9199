import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { DomainError, InvalidField, pointerToken } from '#libs/core/errors/domain-error';
import { LARGE } from '#libs/core/http/large-body';

/** The content of a form: one file, and fields of text. */
export interface Form {
  file: Buffer;
  fields: Record<string, string>;
}

const [MOST_FIELDS, MOST_CHARACTERS, MOST_HEADERS] = [20, 100_000, 20];
/** How long after its last byte a form may take to be read. */
const END_MS = 250;
const broken = (why: string) => new DomainError('malformed_json', `The body is no multipart/form-data: ${why}`);
const nameless = () => broken('a part has no name');

/**
 * Reads a form with a file in the field `file`.
 * @throws InvalidField `validation_failed`, DomainError `malformed_json` when it is not a form, `payload_too_large`,
 * and the error of the body
 */
export async function readForm(headers: BusboyHeaders, body: Readable): Promise<Form> {
  const chunks: Buffer[] = [];
  const fields = new Map<string, string>();
  let files = 0;
  await new Promise<void>((resolve, reject) => {
    const form = parserOf(headers);
    // The parser may wait forever for somebody who reads a part that it has ended. The body has a limit, and is not kept waiting.
    const write = (chunk: Buffer) => form.write(chunk);
    const end = () => {
      form.end();
      setTimeout(() => fail(broken('it ends within a part')), END_MS).unref();
    };
    const fail = (error: Error) => {
      // To a parser that has stopped at a limit, the end would be an error that nobody listens to.
      body.off('data', write).off('end', end);
      reject(error);
    };
    // A part without a name has none, whatever the types of the parser say.
    form.on('file', (name: string | undefined, stream) => {
      if (name === undefined) fail(nameless());
      else if (name !== 'file') fail(new InvalidField('validation_failed', `/${pointerToken(name)}`, 'is no field of a file; send it as `file`')); // prettier-ignore
      files++;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A part that is broken off is an error of its own stream, and would end the process.
      stream.on('error', (error: Error) => fail(broken(error.message)));
      stream.on('limit', () => fail(new DomainError('payload_too_large', 'The file is larger than 16 MiB.')));
    });
    form.on('field', (name: string | undefined, value, _, isCut) => {
      if (name === undefined) fail(nameless());
      else if (isCut)
        fail(new InvalidField('validation_failed', `/${pointerToken(name)}`, `must have at most ${MOST_CHARACTERS} characters`)); // prettier-ignore
      else if (fields.has(name))
        fail(new InvalidField('validation_failed', `/${pointerToken(name)}`, 'must not come twice')); // prettier-ignore
      else fields.set(name, value);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      form.on(limit, () => fail(new DomainError('payload_too_large', `A form may have one file and ${MOST_FIELDS} fields.`))); // prettier-ignore
    form.on('error', (error: unknown) => fail(broken((error as Error).message)));
    form.on('finish', resolve);
    body.on('error', fail);
    // A form that ends within the headers of a part never says that it is over.
    body.on('data', write).on('end', end);
  });
  if (files === 0) throw new InvalidField('validation_failed', '/file', 'is required');
  return { file: Buffer.concat(chunks), fields: Object.fromEntries(fields) };
}

function parserOf(headers: BusboyHeaders): Busboy {
  const limits = {
    files: 1,
    fields: MOST_FIELDS,
    parts: MOST_FIELDS + 1,
    fieldSize: MOST_CHARACTERS,
    fieldNameSize: 100,
    headerPairs: MOST_HEADERS,
    fileSize: LARGE,
  };
  try {
    return new Busboy({ headers, limits });
  } catch (error) {
    throw broken((error as Error).message);
  }
}
