// Loaded into each measured server: reports to the bench when it listens, what CPU it has used, and how far its memory grew.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { setInterval } from 'node:timers';

const EVERY_MS = 20;
let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), EVERY_MS).unref();

process.on('message', (message) => {
  if (message === 'stop') stop();
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss();
  process.send({ cpu: user + system, rss, peak: Math.max(peak, rss) });
  if (message === 'mark') peak = rss;
});
process.on('disconnect', () => process.exit(0));

// BENCH_PROFILE=folder writes a CPU profile of each server there when it stops: of its work, not of its start.
let session;
function startProfile() {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
}

function stop() {
  session?.post('Profiler.stop', (_, { profile }) => {
    const name = `${process.env.BENCH_SERVER}-${process.pid}.cpuprofile`;
    writeFileSync(join(process.env.BENCH_PROFILE, name), JSON.stringify(profile));
  });
  process.exit(0);
}

export function listening(port) {
  if (process.env.BENCH_PROFILE) startProfile();
  process.send({ port });
}
