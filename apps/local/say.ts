import { join } from 'node:path';
import { bar } from '#start/progress-bar';

export interface Ready {
  url: string;
  docs: string;
  accounts: { email: string; password: string; role: string }[];
}

// PostgreSQL, the schema, the api and the worker; the first time also the demo data of two sites.
const STEPS = { first: 7, later: 3 };

const began = Date.now();
let steps = 0;
let isReady = false;

/** One line about what is being done, with the seconds since the start, and the bar below it until Lodge is ready. */
export function say(step: string, isFirstStart = true): void {
  bar.write(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${step}\n`);
  if (!isReady) bar.show('start', steps++ / STEPS[isFirstStart ? 'first' : 'later'], step);
}

export function summarise({ url, docs, accounts }: Ready, home: string): void {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const rows = accounts.map(({ email, password, role }) => `  ${email.padEnd(width)}  ${password}  ${role}`);
  bar.show('start', 1, 'Ready');
  isReady = true;
  say('Lodge is ready.');
  console.log(`
  Lodge       ${url}
  Passwords   ${url}/reset-password
  Swagger UI  ${docs}
  Mails       ${join(home, 'mail')}
  Data        ${home}

  Demo log-ins (email, password, role)
${rows.join('\n')}

  Ctrl-C stops everything.
`);
}
