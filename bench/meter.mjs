// Loaded into each measured server: tells the bench when it listens, what CPU it has used, and how far its memory grew.
import { setInterval } from 'node:timers';

const EVERY_MS = 20;
let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), EVERY_MS).unref();

process.on('message', (message) => {
  if (message === 'stop') process.exit(0);
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss();
  process.send({ cpu: user + system, rss, peak: Math.max(peak, rss) });
  if (message === 'mark') peak = rss;
});
process.on('disconnect', () => process.exit(0));

export const listening = (port) => process.send({ port });
