import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Lodge } from './lodge.js';
import { hasPoppler, textOf } from './poppler.js';

const TABLES = `
SELECT quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) AS name, c.table_schema = 'public' AS own,
  array_agg(quote_ident(c.column_name)) FILTER (WHERE c.data_type = 'bytea') AS packed
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE' GROUP BY 1, 2 ORDER BY 1`;

/** The tables that have a word somewhere, in whatever schema, column and case, also where it is packed. */
export async function tablesWith(lodge: Lodge, word: string): Promise<string[]> {
  const tables = await lodge.sql<{ name: string; own: boolean; packed: string[] | null }>(TABLES);
  const found: string[] = [];
  for (const { name, own, packed } of tables) {
    const rows = await lodge.sql(`SELECT FROM ${name} t WHERE to_jsonb(t)::text ILIKE $1 LIMIT 1`, [`%${word}%`]);
    const isFound = rows.length > 0 || (packed !== null && (await isPackedIn(lodge, name, packed, word)));
    if (isFound) found.push(own ? name.replace('public.', '') : name);
  }
  return found;
}

async function isPackedIn(lodge: Lodge, table: string, columns: string[], word: string): Promise<boolean> {
  const rows = await lodge.sql<Record<string, Buffer | null>>(`SELECT ${columns.join()} FROM ${table}`);
  const texts = rows.flatMap((row) => Object.values(row).flatMap((bytes) => (bytes ? [bytes, unpacked(bytes)] : [])));
  return texts.some((bytes) => bytes.toString('latin1').toLowerCase().includes(word.toLowerCase()));
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes);
  } catch {
    return bytes;
  }
}

/** The files below a folder that have a word in them, as bytes or as printed text. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const text = hasPoppler && file.endsWith('.pdf') ? textOf(bytes) : '';
      return `${bytes.toString('latin1')}${text}`.toLowerCase().includes(word.toLowerCase()) ? [file] : [];
    }),
  );
  return found.flat();
}
