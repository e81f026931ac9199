// What one request costs the rate limits of a process: npm run build && node bench/sliding-window.mjs
import { performance } from 'node:perf_hooks';
import { MemoryWindows } from '#libs/core/limits/memory-windows';

const KEYS = 1_000;
const ROUNDS = 20;
const policy = { name: 'bench', limit: 10, seconds: 60 };
const windows = new MemoryWindows();
const rounds = Array.from({ length: ROUNDS }, (_, round) => {
  const began = performance.now();
  for (let index = 0; index < KEYS; index++) windows.take(policy, `key ${index}`, round * 1_000 + index);
  return ((performance.now() - began) / KEYS) * 1_000;
}).sort((one, other) => one - other);
const figure = (number) => number.toFixed(2);
console.log(
  `microseconds a request: median ${figure(rounds[ROUNDS >> 1])}, slowest round ${figure(rounds[ROUNDS - 1])}`,
);
