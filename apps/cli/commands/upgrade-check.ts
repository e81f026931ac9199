import { Client } from 'pg';
import { migrationsDone } from '#apps/cli/doctor/schema';
import { agreedExceptions, currentSettings, releasedVersions, settingsOf } from '#apps/docs/releases';
import { InvalidConfig, ownerUrl, readConfig } from '#libs/core/config/config';
import { MIGRATIONS } from '#libs/core/database/data-source';

const SHOWN = 5;

/** Says what this installation needs before this version of Lodge can run on it. It changes nothing; exit code 1 when the operator has to act. */
export async function checkUpgrade({ from }: { from?: string }): Promise<void> {
  const versions = await releasedVersions();
  const version = from ?? versions.at(-1) ?? '';
  if (!versions.includes(version)) throw new Error(`There is no release ${version}; known: ${versions.join(', ')}.`);
  const [settings, contract] = [
    settingsText(await settingsOf(version), currentSettings(), process.env),
    await contractText(),
  ];
  const schema = await schemaText();
  console.log(
    [`From release ${version} to what is here:`, '', ...settings.lines, ...schema.lines, ...contract].join('\n'),
  );
  if (settings.mustAct || schema.mustAct) process.exitCode = 1;
}

interface Part {
  lines: string[];
  mustAct: boolean;
}

/** Settings that are removed, new, and missing or wrong. */
export function settingsText(was: string[], is: string[], environment: NodeJS.ProcessEnv): Part {
  const isSet = (name: string) => Boolean(environment[name] ?? environment[`${name}_FILE`]);
  const gone = was.filter((name) => !is.includes(name) && isSet(name));
  const added = is.filter((name) => !was.includes(name));
  const wrong = problemsOf(environment);
  return {
    lines: [
      ...gone.map((name) => `ACT   The setting ${name} is gone: remove it.`),
      ...wrong.map((problem) => `ACT   ${problem}`),
      `OK    New settings, each with a default or optional: ${added.join(', ') || 'none'}. .env.example explains them.`,
    ],
    mustAct: gone.length + wrong.length > 0,
  };
}

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

async function schemaText(): Promise<Part> {
  if (problemsOf(process.env).length > 0)
    return { lines: ['      The schema was not examined: correct the settings first.'], mustAct: false };
  const database = new Client({ connectionString: ownerUrl(readConfig()) });
  await database.connect();
  try {
    const done = await migrationsDone(database);
    const names = MIGRATIONS.map(({ name }) => name);
    const [pending, unknown] = [names.filter((name) => !done.includes(name)), done.filter((name) => !names.includes(name))]; // prettier-ignore
    if (unknown.length > 0)
      return { lines: [`ACT   The schema is newer than this Lodge (${unknown.join(', ')}): install the version that made it.`], mustAct: true }; // prettier-ignore
    const more = pending.length > SHOWN ? ` and ${pending.length - SHOWN} more` : '';
    const line =
      pending.length === 0
        ? 'OK    No migration is pending.'
        : `ACT   ${pending.length} migrations are pending (${pending.slice(0, SHOWN).join(', ')}${more}). Make a backup, then run: npm run lodge -- migrate. The release before works on the new schema.`;
    return { lines: [line], mustAct: pending.length > 0 };
  } finally {
    await database.end();
  }
}

async function contractText(): Promise<string[]> {
  const agreed = Object.entries(await agreedExceptions());
  return [
    `OK    The contract of every release of this major version is kept, but for ${agreed.length} agreed exceptions:`,
    ...agreed.map(([what, why]) => `      - ${what}: ${why}`),
  ];
}
