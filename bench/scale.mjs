// One api process and two behind nginx, in turn: what a second process is worth on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { call, connectTo, loadFor, median } from './load.mjs';
import { startLodge } from './servers.mjs';
import { freeStays, steadyWork } from './work.mjs';

const CONNECTIONS = 20;
const SCALED = ['page', 'read', 'create'];
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** nginx as deploy/nginx sets it, without TLS: each group of apis has a port of its own. */
async function startNginx(folder, groups) {
  const ports = await Promise.all(groups.map(freePort));
  const upstream = (group, index) => `upstream lodge_${index} { ${group.map(({ origin }) => `server ${new URL(origin).host};`).join(' ')} keepalive 64; }`; // prettier-ignore
  const server = (_, index) => `server { listen 127.0.0.1:${ports[index]}; location / { proxy_pass http://lodge_${index}; } }`; // prettier-ignore
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `${process.getuid() === 0 ? 'user root;' : ''} worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http { access_log off; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
${TEMPORARY.map((name) => `${name}_temp_path ${folder}/nginx-${name};`).join(' ')}
${groups.map(upstream).join('\n')}
${groups.map(server).join('\n')} }\n`,
  );
  const child = spawn('nginx', ['-c', path, '-g', 'daemon off;'], { stdio: 'ignore' });
  const failed = once(child, 'exit').catch(() => undefined);
  const ended = await Promise.race([failed.then(() => true), sleep(500, false)]);
  return ended ? undefined : { origins: ports.map((port) => `http://127.0.0.1:${port}`), stop: () => (child.kill(), failed) }; // prettier-ignore
}

/** Requests a second of one api and of two; undefined where there is no nginx. */
export async function measureScale({ lodge, cookie, url, folder, bookings, options }) {
  const second = await startLodge(url, folder);
  const nginx = await startNginx(folder, [[lodge], [lodge, second.lodge]]);
  try {
    if (!nginx) return undefined;
    const pools = nginx.origins.map((origin) => connectTo({ origin }, CONNECTIONS));
    for (const pool of pools) await call(pool, { path: '/health/live' }, cookie);
    const work = steadyWork({ bookings, stays: freeStays(40) }).filter(({ name }) => SCALED.includes(name));
    const results = [];
    for (const { title, next } of work) {
      const rounds = [];
      // The first round warms up.
      for (let round = 0; round <= options.rounds; round++) {
        const slices = [];
        for (const pool of pools)
          slices.push((await loadFor(lodge, pool, CONNECTIONS, options.slice, next, cookie)).perSecond);
        if (round > 0) rounds.push(slices);
      }
      const of = (side) => median(rounds.map((slices) => slices[side]));
      results.push({ title, one: of(0), two: of(1), times: median(rounds.map(([one, two]) => two / one)) });
    }
    for (const pool of pools) await pool.close();
    return results;
  } finally {
    await nginx?.stop();
    await second.lodge.stop();
  }
}
