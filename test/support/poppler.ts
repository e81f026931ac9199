import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether poppler's tools are there to read PDFs back (Debian: apt-get install poppler-utils). */
export const hasPoppler = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function run(tool: string, options: string[], pdf: Buffer, out: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'lodge-poppler-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    return execFileSync(tool, [...options, file, ...out], { maxBuffer: 256 * 1024 * 1024 }).toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of each page, as it lies there. */
export const pagesOf = (pdf: Buffer): string[] => run('pdftotext', ['-layout'], pdf, ['-']).split('\f').slice(0, -1);

/** The text in reading order. */
export const textOf = (pdf: Buffer): string => run('pdftotext', [], pdf, ['-']);

/** The fonts: name, and whether each is inside of the document. */
export const fontsOf = (pdf: Buffer): { name: string; embedded: boolean }[] =>
  run('pdffonts', [], pdf)
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => ({
      name: line.split(' ')[0] ?? '',
      embedded: /\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d/.exec(line)?.[1] === 'yes',
    }));

/** What pdfinfo says, by name. */
export const infoOf = (pdf: Buffer): Record<string, string> =>
  Object.fromEntries(
    run('pdfinfo', [], pdf)
      .split('\n')
      .map((line) => line.split(/:\s+/) as [string, string])
      .filter(([name]) => name),
  );
