import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { changelogText, type Release } from '#apps/docs/changelog';
import { configSchema } from '#libs/core/config/config';

const FOLDER = dirname(createRequire(import.meta.url).resolve('#releases/exceptions.json'));
const readJson = async (name: string) => JSON.parse(await readFile(join(FOLDER, name), 'utf8'));

/** The names of all settings of this version. */
export const currentSettings = (): string[] => Object.keys(configSchema.shape).sort();

/** The versions that were released, the oldest first. */
export async function releasedVersions(): Promise<string[]> {
  const names = (await readdir(FOLDER)).map((name) => /^openapi-(.+)\.json$/.exec(name)?.[1]);
  return names.filter((name) => name !== undefined).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The names of all settings of a released version. */
export const settingsOf = (version: string): Promise<string[]> => readJson(`settings-${version}.json`);

/** What callers of a released version can no longer rely on, each with its reason. */
export const agreedExceptions = (): Promise<Record<string, string>> => readJson('exceptions.json');

/** CHANGELOG.md of the working copy. */
export async function writtenChangelog(openapi: string): Promise<string> {
  const released = async (version: string): Promise<Release> => ({
    document: await readJson(`openapi-${version}.json`),
    settings: await settingsOf(version),
  });
  const releases = await Promise.all((await releasedVersions()).map(released));
  const current = { document: JSON.parse(openapi), settings: currentSettings() };
  return changelogText(releases, current, await agreedExceptions());
}
