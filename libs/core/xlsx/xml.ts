import { SaxesParser } from 'saxes';
import { decodedByMark } from '#libs/core/csv/encodings';
import { DomainError } from '#libs/core/errors/domain-error';
import { noWorkbook } from '#libs/core/xlsx/archive';

/** How deep elements of a workbook may be nested; its own parts are nested ten deep. */
const MOST_LEVELS = 64;
/** How many attributes an element may have; those of a workbook have some twenty. */
const MOST_ATTRIBUTES = 200;
/** How long an attribute may be: the areas of a rule, which was copied often, are the longest. */
const MOST_CHARACTERS = 100_000;

/** What a reader of a part wants to hear; elements and attributes come without the prefix of their name space. */
export interface XmlReader {
  open?: (element: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (element: string) => void;
  /** True when it has heard enough. */
  isDone?: () => boolean;
}

/**
 * Reads a part of a workbook as it comes. Entities that the file declares are not known, and a declaration is refused.
 * @throws DomainError `validation_failed`
 */
export async function readXml(part: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = parserFor(reader);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of decodedByMark(part)) {
      parser.write(decoder.decode(piece, { stream: true }));
      if (reader.isDone?.()) return;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw noWorkbook((error as Error).message.slice(0, 200));
  }
}

function parserFor({ open, text, close }: XmlReader): SaxesParser {
  const parser = new SaxesParser({ position: false });
  let [level, attributesHere] = [0, 0];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw noWorkbook('it declares a document type');
  });
  parser.on('attribute', ({ value }) => {
    if (++attributesHere > MOST_ATTRIBUTES) throw noWorkbook('an element has too many attributes');
    if (value.length > MOST_CHARACTERS) throw noWorkbook('an attribute of an element is too long');
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributesHere = 0;
    if (++level > MOST_LEVELS) throw noWorkbook('its elements are nested too deep');
    open?.(local(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    level--;
    close?.(local(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}

/** A name without the prefix of its name space. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without prefix. */
export const attribute = (attributes: Record<string, string>, wanted: string): string | undefined =>
  attributes[wanted] ?? Object.entries(attributes).find(([name]) => name.endsWith(`:${wanted}`))?.[1];
