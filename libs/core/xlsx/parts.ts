import type { Archive } from '#libs/core/xlsx/archive';
import { noWorkbook } from '#libs/core/xlsx/archive';
import { attribute, readXml } from '#libs/core/xlsx/xml';

export interface Sheet {
  name: string;
  part: string;
  isHidden: boolean;
}

/** What a workbook consists of. */
export interface Parts {
  sheets: Sheet[];
  /** Whether its days are counted from 1904, as old Macs did, instead of from 1900. */
  from1904: boolean;
  strings: string | undefined;
  styles: string | undefined;
}

interface Relation {
  type: string;
  part: string;
}

/** The most sheets. */
const MOST_SHEETS = 500;
/** The most references of a part: each address in a cell can be one, and a spreadsheet allows 65,530 of those. */
const MOST_RELATIONS = 100_000;

/**
 * Finds the parts of a workbook.
 * @throws DomainError `validation_failed` when it is not a workbook
 */
export async function partsOf(archive: Archive): Promise<Parts> {
  const roots = await relationsOf(archive, '');
  const workbook = [...roots.values()].find(({ type }) => type.endsWith('/officeDocument'))?.part;
  if (workbook === undefined || !archive.has(workbook)) throw noWorkbook('it is an archive of something else');
  const relations = await relationsOf(archive, workbook);
  const partOf = (kind: string) => [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.part;
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let from1904 = false;
  await readXml(archive, workbook, {
    open: (element, attributes) => {
      if (element === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      else if (element === 'sheet' && found.length < MOST_SHEETS)
        found.push({
          name: attributes['name'] ?? '',
          id: attribute(attributes, 'id') ?? '',
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
        });
    },
  });
  const sheets = found.flatMap(({ name, id, isHidden }) => {
    const relation = relations.get(id);
    // Charts and macros have sheets of their own kinds.
    return relation?.type.endsWith('/worksheet') ? [{ name, isHidden, part: relation.part }] : [];
  });
  return { sheets, from1904, strings: partOf('sharedStrings'), styles: partOf('styles') };
}

/** What a part refers to, by the ids that it uses; of the archive as a whole for ''. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(name)) return relations;
  let count = 0;
  await readXml(archive, name, {
    open: (element, attributes) => {
      if (++count > MOST_RELATIONS) throw noWorkbook('one of its parts refers to too many others');
      const { Id: id, Type: type = '', Target: target = '', TargetMode: mode } = attributes;
      if (element !== 'Relationship' || id === undefined || mode === 'External') return;
      relations.set(id, { type, part: resolved(folder, target) });
    },
  });
  return relations;
}

function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/');
}
