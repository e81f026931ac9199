import { describe, expect, test } from '@jest/globals';
import { hashPassword, passwordFits } from '#libs/accounts/passwords/passwords';
import { requireStrong } from '#libs/accounts/passwords/password-strength';

describe('passwords', () => {
  const faultOf = (password: string, email = 'robin.clerk@example.org') =>
    requireStrong(password, email, 12).then(
      () => undefined,
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    );

  test.each([
    'Password12345!',
    'P@ssw0rd2026',
    '123456789012',
    'q1w2e3r4t5y6',
    'qwertyuiop123',
    'letmeinletmein',
    'liverpool12345',
    'abcdefghijkl',
    'manchesterunited',
    'lodge1234567',
    'x'.repeat(128),
  ])('%s is too easy to guess', async (password) => {
    expect(await faultOf(password)).toBe('weak_password: The password must be harder to guess.');
  });

  test.each(['correct horse battery', 'a brand new password', 'Ünïcödé ☂ łódź 9', 'hT7#kq!2mZ0p'])(
    '%s is fine',
    async (password) => {
      expect(await faultOf(password)).toBeUndefined();
    },
  );

  test('too short, too long and with the email says so, all at once', async () => {
    expect(await faultOf('short')).toMatch(/at least 12 characters/);
    expect(await faultOf('ab1!'.repeat(40))).toMatch(/at most 128 characters/);
    expect(await faultOf('robin.clerk')).toMatch(/at least 12 characters and must not contain the email address/);
  });

  test('the whole email is in it, however short its name', async () => {
    const fault = 'weak_password: The password must not contain the email address.';
    expect(await faultOf('ann@Halls.example.org', 'Ann@halls.example.org')).toBe(fault);
    expect(await faultOf('hT7#kq!2ann@halls.example.org', 'ann@halls.example.org')).toBe(fault);
    expect(await faultOf('a planner on a bench 7', 'ann@halls.example.org')).toBeUndefined();
  });

  test('the longest and worst is judged soon', async () => {
    await faultOf('something to load the lists');
    // Of this process, whatever else the machine is at.
    const began = process.cpuUsage();
    await faultOf('p4ssw0rd@$!1'.repeat(10));
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
  });

  test('a flood of checks waits in a queue of limited length; what is too much is told to come again', async () => {
    const stored = await hashPassword('correct horse battery');
    const flood = await Promise.allSettled(Array.from({ length: 300 }, () => passwordFits(stored, 'wrong')));
    const refused = flood.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(150);
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['overloaded']));
    expect(await passwordFits(stored, 'correct horse battery')).toBe(true);
  });
});
