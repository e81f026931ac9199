import { SaxesParser } from 'saxes';
import { decodedByMark } from '#libs/core/csv/encodings';
import { DomainError } from '#libs/core/errors/domain-error';
import { type Archive, noWorkbook, tooLarge } from '#libs/core/xlsx/archive';

/** How deep elements of a workbook may be nested; its own parts are nested ten deep. */
const MOST_LEVELS = 64;
/** How many attributes an element may have; those of a workbook have some twenty. */
const MOST_ATTRIBUTES = 200;
/** How long an attribute may be: the areas of a rule, which was copied often, are the longest. */
const MOST_CHARACTERS = 100_000;
/** How long a text may be, and everything else that has no end yet: a cell has at most 32,767 characters. */
const LONGEST_TEXT = 200_000;
/** How many elements are read of a workbook: a file of 500,000 cells, each with a text of its own, has a million and a half. */
const MOST_ELEMENTS = 2_000_000;
/** How many of them may be anything else than rows, cells and their texts; a workbook has a few thousand. */
const MOST_OTHERS = 500_000;
const CONTENT = new Set(['row', 'c', 'v', 'f', 'is', 'si', 't', 'r']);

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
export async function readXml(archive: Archive, part: string, reader: XmlReader): Promise<void> {
  const parser = parserFor(archive, reader);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of decodedByMark(archive.read(part))) {
      parser.write(decoder.decode(piece, { stream: true }));
      requireEnds(parser);
      if (reader.isDone?.()) return;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw noWorkbook((error as Error).message.slice(0, 200));
  }
}

/** Where the parser collects what has no end yet, be it a text, a comment or a name. It has no public name for them. */
const COLLECTED = ['text', 'name', 'entity', 'piTarget'];

/** Refuses a part of which something goes on and on: the parser would collect it in memory. */
function requireEnds(parser: SaxesParser): void {
  const collected = parser as unknown as Record<string, string>;
  if (COLLECTED.some((name) => (collected[name]?.length ?? 0) > LONGEST_TEXT)) throw tooLong();
}

const tooLong = () => noWorkbook(`a text has more than ${LONGEST_TEXT} characters`);

/** A text with more at its end. @throws DomainError `validation_failed` when it is longer than any cell can be */
export function joined(text: string, more: string): string {
  if (text.length + more.length > LONGEST_TEXT) throw tooLong();
  return text + more;
}

function parserFor(archive: Archive, { open, text, close }: XmlReader): SaxesParser {
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
    const element = local(name);
    if (++archive.elements > MOST_ELEMENTS) throw tooLarge(`has more than ${MOST_ELEMENTS} elements`);
    if (!CONTENT.has(element) && ++archive.others > MOST_OTHERS)
      throw tooLarge(`has more than ${MOST_OTHERS} elements beside rows, cells and texts`);
    if (++level > MOST_LEVELS) throw noWorkbook('its elements are nested too deep');
    open?.(element, attributes as Record<string, string>);
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
