// Loaded first by every api and worker that a spec starts (`environmentOf`). For them it is the day of the specs, as it is for the
// frozen clock of a Lodge in the process of a spec: whatever day the machine has, sessions are as young and nights as near.
const late = Number(process.env.SPEC_CLOCK_LATE_MS);
const Machine = Date;
const now = () => Machine.now() - late;

globalThis.Date = new Proxy(Machine, {
  construct: (_target, given, newTarget) => Reflect.construct(Machine, given.length > 0 ? given : [now()], newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
