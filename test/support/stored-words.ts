import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lodge } from './lodge.js';
import { hasPoppler, textOf } from './poppler.js';

const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;

/** The tables that have a word somewhere, in whatever column and case. */
export async function tablesWith(lodge: Lodge, word: string): Promise<string[]> {
  const tables = await lodge.sql<{ name: string }>(TABLES);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await lodge.sql(`SELECT FROM ${name} t WHERE to_jsonb(t)::text ILIKE $1 LIMIT 1`, [`%${word}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
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
