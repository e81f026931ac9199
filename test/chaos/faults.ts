import { rename, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromiumPids } from '../support/chromium.js';
import type { Dice } from './dice.js';
import type { Estate } from './estate.js';

/** What goes wrong, and is over when its promise is kept. */
export type Fault = (estate: Estate, dice: Dice) => Promise<unknown>;

const OWN = `pid <> pg_backend_pid() AND datname = current_database() AND application_name = 'lodge'`;

async function killChromium(estate: Estate): Promise<void> {
  for (const { runs } of estate.workers)
    for (const pid of chromiumPids({ worker: runs.process.pid as number })) process.kill(pid, 'SIGKILL');
  await sleep(100);
}

async function readOnly(estate: Estate, dice: Dice): Promise<void> {
  const client = await estate.connect();
  try {
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = on`);
    await client.query('SELECT pg_reload_conf()');
    await sleep(dice.between(500, 2_000));
  } finally {
    await client.query('SET default_transaction_read_only = off');
    await client.query('ALTER SYSTEM RESET default_transaction_read_only');
    await client.query('SELECT pg_reload_conf()');
    client.release(true);
  }
}

async function lockTable(estate: Estate, dice: Dice): Promise<void> {
  const client = await estate.connect();
  const table = dice.one(['bookings', 'occupancies', 'jobs', 'students', 'sessions', 'outgoing_mails']);
  try {
    await client.query(`SET lock_timeout = '5s'`);
    await client.query(`BEGIN; LOCK TABLE ${table} IN ${dice.one(['ACCESS EXCLUSIVE', 'EXCLUSIVE'])} MODE`);
    await sleep(dice.between(500, 4_500));
  } finally {
    await client.query('ROLLBACK').finally(() => client.release(true));
  }
}

const killApi = (signal: 'SIGKILL' | 'SIGTERM'): Fault => async (estate, dice) => {
    const seat = dice.one(estate.apis);
    await seat.disturb(async () => {
      await seat.runs.stop(signal);
      seat.runs = await estate.startApi();
    });
  }; // prettier-ignore

const killWorker = (signal: 'SIGKILL' | 'SIGTERM'): Fault => async (estate, dice) => {
    const seat = dice.one(estate.workers);
    await seat.disturb(async () => {
      await seat.runs.end(signal);
      seat.runs = estate.startWorker();
    });
  }; // prettier-ignore

const freeze = (which: 'apis' | 'workers'): Fault => async (estate, dice) => {
    const process =
      which === 'apis' ? dice.one(estate.apis).runs.child : dice.one(estate.workers).runs.process;
    process.kill('SIGSTOP');
    await sleep(dice.between(300, 3_000));
    process.kill('SIGCONT');
  }; // prettier-ignore

const OF_REDIS: Record<string, Fault> = {
  'Redis killed': async ({ redis }, dice) => {
    await redis?.kill();
    await sleep(dice.between(100, 2_000));
    await redis?.start();
  },
  'Redis silent': async ({ redis }, dice) => {
    redis?.signal('SIGSTOP');
    await sleep(dice.between(300, 3_000));
    redis?.signal('SIGCONT');
  },
};

const OF_DISKS: Record<string, Fault> = {
  'the disk of PostgreSQL full': async (estate, dice) => {
    estate.disks?.postgres.fill();
    await sleep(dice.between(300, 3_000));
    estate.disks?.postgres.makeRoom();
    await estate.keepPostgres();
  },
  'the disk of files full': async ({ disks }, dice) => {
    disks?.files.fill();
    await sleep(dice.between(300, 3_000));
    disks?.files.makeRoom();
  },
};

const OF_ALL: Record<string, Fault> = {
  'all connections to PostgreSQL ended': (estate) =>
    estate.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OWN}`),
  'one connection to PostgreSQL ended': (estate) =>
    estate.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OWN} ORDER BY random() LIMIT 1`),
  'PostgreSQL killed': async (estate) => {
    await estate.postgres.kill();
    await estate.restartPostgres();
  },
  'PostgreSQL restarted': async (estate) => {
    await estate.postgres.stop();
    await estate.restartPostgres();
  },
  'PostgreSQL silent': (estate, dice) => estate.postgres.freeze(dice.between(300, 4_000)),
  'PostgreSQL read-only': readOnly,
  'a table locked': lockTable,
  'connections cut': async ({ line }, dice) => {
    await line.cut();
    await sleep(dice.between(50, 2_000));
    await line.mend();
  },
  'packets swallowed': async ({ line }, dice) => {
    line.misbehave({ swallow: true });
    await sleep(dice.between(300, 3_000));
    line.misbehave({});
  },
  'answers broken off': async ({ line }, dice) => {
    line.misbehave({ breakOn: dice.one([/COMMIT/, /INSERT/, /UPDATE/]) });
    await sleep(dice.between(300, 1_500));
    line.misbehave({});
  },
  'PostgreSQL slow': async ({ line }, dice) => {
    line.misbehave({ delayMs: dice.between(50, 300) });
    await sleep(dice.between(500, 2_000));
    line.misbehave({});
  },
  'mails refused': async ({ sink }, dice) => {
    sink.refusal = '451 come again';
    await sleep(dice.between(300, 2_000));
    sink.refusal = undefined;
  },
  'the mail server away': async ({ mailLine }, dice) => {
    await mailLine.cut();
    await sleep(dice.between(300, 2_000));
    await mailLine.mend();
  },
  'the mail server silent': async ({ mailLine }, dice) => {
    mailLine.misbehave({ swallow: true });
    await sleep(dice.between(300, 3_000));
    mailLine.misbehave({});
  },
  'the file store away': async ({ files }, dice) => {
    // One step each: a process that makes the folder anew would take its place between two.
    await writeFile(`${files}.next`, 'no folder');
    await rename(`${files}.next`, files);
    await sleep(dice.between(300, 2_000));
    await symlink(`${files}.disk`, `${files}.next`);
    await rename(`${files}.next`, files);
  },
  'Chromium killed': killChromium,
  'api killed': killApi('SIGKILL'),
  'api stopped': killApi('SIGTERM'),
  'api without a turn': freeze('apis'),
  'worker killed': killWorker('SIGKILL'),
  'worker stopped': killWorker('SIGTERM'),
  'worker without a turn': freeze('workers'),
};

/** Everything that can go wrong, by name. */
export const faultsFor = (estate: Estate): [string, Fault][] =>
  Object.entries({ ...OF_ALL, ...(estate.redis ? OF_REDIS : {}), ...(estate.disks ? OF_DISKS : {}) });
