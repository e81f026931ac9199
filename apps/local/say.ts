import { join } from 'node:path';

export interface Ready {
  url: string;
  docs: string;
  accounts: { email: string; password: string; role: string }[];
}

const began = Date.now();

/** One line about what is being done, with the seconds since the start. */
export function say(step: string): void {
  console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${step}`);
}

export function summarise({ url, docs, accounts }: Ready, home: string): void {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  const rows = accounts.map(({ email, password, role }) => `  ${email.padEnd(width)}  ${password}  ${role}`);
  say('Lodge is ready.');
  console.log(`
  Lodge       ${url}
  Swagger UI  ${docs}
  Mails       ${join(home, 'mail')}
  Data        ${home}

  Demo log-ins (email, password, role)
${rows.join('\n')}

  Ctrl-C stops everything.
`);
}
