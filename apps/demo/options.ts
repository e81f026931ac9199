import { Command, InvalidArgumentError, Option } from 'commander';
import { readLocalSettings } from '#apps/local/local-settings';

export interface Options {
  url: string;
  email: string;
  password: string;
  limit?: number;
  width: number;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

// The Lodge of this folder, on whatever port it runs.
const localUrl = (): string => readLocalSettings()?.PUBLIC_URL ?? 'http://localhost:3000';

/** The options of the command line; the environment provides the omitted ones. */
export function readOptions(argv: readonly string[]): Options {
  const command = new Command('npm run demo --')
    .description('Books 9,999 real hotel reservations in a running Lodge and proves what came of them.')
    .addOption(new Option('--url <url>', 'address of Lodge').env('LODGE_URL').default(localUrl()))
    .addOption(new Option('--email <email>', 'an owner account').env('LODGE_EMAIL').default('owner@lodge.example'))
    .addOption(new Option('--password <password>', 'its password').env('LODGE_PASSWORD').default('porter-lodge-demo-1'))
    .addOption(new Option('--limit <rows>', 'only the first rows of the file').argParser(wholeNumber))
    .addOption(new Option('--width <requests>', 'requests at a time').argParser(wholeNumber).default(24));
  const options = command.parse(argv).opts<Options>();
  return { ...options, url: options.url.replace(/\/+$/, '') };
}
