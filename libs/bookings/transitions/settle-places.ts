import type { Transaction } from '#libs/core/database/transaction';
import { type Exchanged, exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, type Blocker, findAllBlockers } from '#libs/occupancy/places.queries';
import type { Effect } from '#libs/bookings/transitions/effect';

/** What was done of an effect, or what is in its way. */
export interface Placed extends Exchanged {
  /** The effect that was done; that without its planned move, where that was in the way. */
  effect: Effect;
  /** The first one in the way of an effect that was not done. */
  blocker: Blocker | undefined;
}

type Day = { siteId: string; today: string };

/** Exchanges places. What cannot be done is tried without the planned move that it would bring back. */
export async function settlePlaces(tx: Transaction, day: Day, effects: Effect[]): Promise<Placed[]> {
  const exchanged = await exchange(tx, day, effects);
  const placed = exchanged.map((each, index): Placed => ({
    ...each,
    effect: effects[index] as Effect,
    blocker: undefined,
  }));
  const others = placed.filter(({ done, effect }) => !done && effect.instead);
  const again = await exchange(
    tx,
    day,
    others.flatMap(({ effect }) => effect.instead ?? []),
  );
  others.forEach((each, index) => {
    const effect = { ...(each.effect.instead as Effect), losesMove: true as const };
    Object.assign(each, again[index], { effect });
  });
  const refused = placed.filter(({ done }) => !done);
  const stays = refused.map(({ effect: { takes = [] } }) => takes);
  const blockers = await findAllBlockers(tx, stays.flat());
  refused.forEach((each, index) => {
    each.blocker = blockers.splice(0, stays[index]?.length ?? 0).flat()[0];
  });
  return placed;
}

/** Exchanges places; who was beaten to one while the location has others tries again. */
async function exchange(
  tx: Transaction,
  day: { siteId: string; today: string },
  effects: Effect[],
): Promise<Exchanged[]> {
  const done = await exchangePlaces(tx, day, effects);
  for (let attempt = 2; attempt <= ATTEMPTS; attempt++) {
    const refused = effects.flatMap(({ takes = [] }, index) =>
      takes.length > 0 && !done[index]?.done ? [{ takes, index }] : [],
    );
    const blockers = await findAllBlockers(
      tx,
      refused.flatMap(({ takes }) => takes),
    );
    const beaten = refused.filter(({ takes }) => blockers.splice(0, takes.length).every((each) => each.length === 0));
    if (beaten.length === 0) break;
    const steps = beaten.flatMap(({ index }) => effects[index] ?? []);
    const again = await exchangePlaces(tx, day, steps);
    beaten.forEach(({ index }, position) => (done[index] = again[position] ?? { done: false, pushed: [] }));
  }
  return done;
}
