import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import {
  CLOSED,
  INITIAL,
  LIVE,
  STATUSES,
  TRANSITION_TYPES,
  TRANSITIONS,
  type BookingStatus,
} from '#libs/bookings/booking-status';

const targets = (type: (typeof TRANSITION_TYPES)[number]): readonly BookingStatus[] => {
  const { to } = TRANSITIONS[type];
  return to === 'before' ? LIVE : [to];
};

describe('the state machine', () => {
  test('every status is live or closed, never both', () => {
    expect([...LIVE, ...CLOSED].sort()).toEqual([...STATUSES].sort());
  });

  test('every status can be reached', () => {
    const reached = new Set<BookingStatus>(INITIAL);
    for (let before = -1; before !== reached.size;) {
      before = reached.size;
      for (const type of TRANSITION_TYPES) {
        if ((TRANSITIONS[type].from as readonly BookingStatus[]).some((from) => reached.has(from)))
          targets(type).forEach((to) => reached.add(to));
      }
    }
    expect([...reached].sort()).toEqual([...STATUSES].sort());
  });

  test('a closed booking comes back to life only by what takes a transition back', () => {
    for (const type of TRANSITION_TYPES) {
      const rule = TRANSITIONS[type];
      const revives = rule.from.some((from) => CLOSED.includes(from)) && targets(type).some((to) => LIVE.includes(to));
      expect([type, revives]).toEqual([type, 'undoes' in rule && type !== 'undo_check_in']);
    }
  });

  test('whatever takes a transition back starts where that one led', () => {
    for (const type of TRANSITION_TYPES) {
      for (const undo of TRANSITIONS[type].undoneBy) {
        expect(targets(type).some((to) => (TRANSITIONS[undo].from as readonly BookingStatus[]).includes(to))).toBe(
          true,
        );
      }
    }
  });

  test('docs/bookings.md prints the table', async () => {
    const page = (await readFile('docs/bookings.md', 'utf8')).replace(/ +/g, ' ');
    for (const type of TRANSITION_TYPES) {
      const { from, to, permission, requires } = TRANSITIONS[type];
      const needs = requires.map((field) => ` \`${field}\``).join(',');
      expect(page).toContain(
        `| \`${type}\` | ${from.join(', ')} | ${to === 'before' ? 'the status before' : to} | \`${permission}\` |${needs} |`,
      );
    }
  });
});
