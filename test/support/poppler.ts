import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isThere = (tool: string, option: string): boolean => {
  try {
    execFileSync(tool, [option], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether poppler's tools are there to read PDFs back (Debian: apt-get install poppler-utils). */
export const hasPoppler = isThere('pdftotext', '-v');

/** Whether qpdf is there to check PDFs (Debian: apt-get install qpdf). */
export const hasQpdf = isThere('qpdf', '--version');

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

/** The tags, without the text. */
export const structureOf = (pdf: Buffer): string => run('pdfinfo', ['-struct'], pdf);

/** The text by its tags, as it is read aloud. It takes long: half a minute for 2,000 rows. */
export const spokenTextOf = (pdf: Buffer): string => run('pdfinfo', ['-struct-text'], pdf);

/** How many pictures there are. */
export const imagesOf = (pdf: Buffer): number => run('pdfimages', ['-list'], pdf).trim().split('\n').length - 2;

/** What qpdf finds wrong: nothing, when all is well. */
export function complaintsAbout(pdf: Buffer): string {
  try {
    const found = run('qpdf', ['--check'], pdf);
    return /^No syntax or stream encoding errors found/m.test(found) ? '' : found;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    return `${stdout}${stderr}`;
  }
}
