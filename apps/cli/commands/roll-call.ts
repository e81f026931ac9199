import { writeFile } from 'node:fs/promises';
import { readConfig } from '#libs/core/config/config';
import { openDatabase } from '#libs/core/database/open-database';
import { readAll } from '#libs/core/storage/object-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { openStore } from '#libs/core/storage/storage.module';
import { Clock } from '#libs/core/time/clock';
import { speakerOf } from '#libs/core/languages/say';
import { keyOfRollCall, type KeptRollCall, listKept } from '#libs/documents/roll-call/kept-roll-calls';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import { listPresent, listSites } from '#libs/documents/roll-call/roll-call.queries';

const MOST_PDF_BYTES = 256 * 1024 * 1024;

interface Options {
  site?: string;
  json?: boolean;
  pdf?: string;
}

type RollCall = Omit<KeptRollCall, 'readers'>;

/** Prints the people in house; while the database is unavailable, those of the last roll-call that was kept. @throws Error for an unknown site */
export async function printRollCall({ site: wanted, json = false, pdf }: Options): Promise<void> {
  const config = readConfig();
  const store = openStore(config, new LinkSigner(config.PUBLIC_URL, config.JWT_SECRET), new Clock());
  const live = pdf === undefined ? await liveRollCalls(config.DATABASE_URL) : undefined;
  const all: RollCall[] =
    live ?? (await listKept(store)).map(({ site, generated_at, people }) => ({ site, generated_at, people }));
  const chosen = all.filter(
    ({ site }) => wanted === undefined || site.id === wanted.toLowerCase() || site.name === wanted,
  );
  if (chosen.length === 0)
    throw new Error(wanted === undefined ? 'No roll-call is kept yet.' : `There is no roll-call of a site ${wanted}.`);
  if (pdf !== undefined) {
    const [only, another] = chosen;
    if (!only || another) throw new Error('A PDF is of one site: name it with --site.');
    const file = await readAll(store, keyOfRollCall(only.site.id, 'pdf'), MOST_PDF_BYTES);
    if (!file)
      throw new Error(`No PDF is kept of ${only.site.name}: nobody was in house, or nothing has been printed yet.`);
    await writeFile(pdf, file, { mode: 0o600 });
    console.log(`Wrote ${pdf}: ${only.people.length} people in house, ${ageOf(only)}.`);
    return;
  }
  for (const each of chosen) console.log(json ? JSON.stringify({ ...each, kept: !live }) : textOf(each, !live));
}

/** The roll-calls of this moment, or undefined while the database is unavailable. */
async function liveRollCalls(url: string): Promise<RollCall[] | undefined> {
  const database = await openDatabase(url, 1).catch(() => undefined);
  if (!database) return undefined;
  try {
    const generated_at = new Date().toISOString();
    const found: RollCall[] = [];
    for (const site of await listSites(database))
      found.push({ site, generated_at, people: await listPresent(database, site.id) });
    return found;
  } catch {
    return undefined;
  } finally {
    await database.onApplicationShutdown();
  }
}

const ageOf = ({ generated_at }: RollCall): string =>
  `${Math.max(0, Math.round((Date.now() - Date.parse(generated_at)) / 60_000))} minutes old`;

function textOf(rollCall: RollCall, kept: boolean): string {
  const { site, generated_at, people } = rollCall;
  const age = kept ? `; kept, ${ageOf(rollCall)}: the database is unavailable` : '';
  const lines = [
    `${site.name}: ${people.length} in house, ${speakerOf('en').moment(generated_at, site.time_zone)} (${site.time_zone})${age}`,
  ];
  for (const group of runsOf(people, (line) => JSON.stringify([line.building_id, line.floor]))) {
    const [{ building, floor }] = group;
    lines.push('', `${building}${floor === null ? '' : ` · Floor ${floor}`} (${group.length})`);
    for (const { room, code, record_name, student_id, evacuation } of group) {
      const place = [room, code && `(${code})`].filter(Boolean).join(' ');
      lines.push(`[ ] ${place}  ${record_name} (${student_id})${evacuation.map(({ name }) => `  ! ${name}`).join('')}`);
    }
  }
  return lines.join('\n');
}
