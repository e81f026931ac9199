import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

// PostgreSQL looks itself: at its end, a transaction that changed one of these without a word is refused. What is only
// remembered (the last site, the last use of a key) is no change of an account.
const GUARD = `
CREATE FUNCTION must_be_audited() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE subject uuid := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[0];
BEGIN
  IF NOT EXISTS (SELECT FROM audit_events WHERE subject_id = subject AND xmin = pg_current_xact_id()::xid)
    THEN RAISE EXCEPTION 'unaudited % of %', TG_OP, TG_TABLE_NAME; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF email, first_name, last_name, owner, password_hash,
  password_change_required, disabled_at, photo_url ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION must_be_audited('id');
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION must_be_audited('user_id');
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF ended_at, name, key_hash, expires_at ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION must_be_audited('id');`;

describe('every change of an account or membership leaves an audit row, in its own transaction', () => {
  let lodge: Lodge;
  let folder: string;
  let site: SiteFixture;
  let admin: Client;
  let known: { id: string; email: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-audit-'));
    const at = (name: string) => pathToFileURL(join(folder, name)).href;
    lodge = await Lodge.start({ settings: { MAIL_URL: at('mail'), STORAGE_URL: at('files') } });
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    known = await lodge.make.user();
    await lodge.sql(GUARD);
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  /** What is written down by some work, oldest first. */
  const trailOf = async (work: () => Promise<unknown>) => {
    const [{ last } = { last: '' }] = await lodge.sql<{ last: string }>(
      'SELECT max(id::text) AS last FROM audit_events',
    );
    await work();
    const rows = await lodge.sql<{ actor_type: string; action: string }>(
      `SELECT actor_type, action FROM audit_events WHERE id::text > coalesce($1, '') ORDER BY id`,
      [last],
    );
    // Nobody waits for the word of a failed log-in: it may come in between.
    return rows
      .filter(({ action }) => action !== 'session.refused')
      .map(({ actor_type, action }) => `${actor_type} ${action}`);
  };
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, body } = await answer;
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const members = () => `/sites/${site.id}/members`;

  test('the guard works: a change without a word is refused', async () => {
    await expect(lodge.sql(`UPDATE users SET disabled_at = now() WHERE id = $1`, [known.id])).rejects.toThrow(
      'unaudited',
    );
  });

  test('of members: invited, given another role, accepted, suspended, removed, declined', async () => {
    const { email, id } = known;
    const client = await lodge.logIn(email);
    const invite = async () => (await ok(admin.post(members(), { email, role: 'viewer' })))._id as string;
    const own = (invitation: string, verb: string) => ok(client.post(`/users/@me/invitations/${invitation}/${verb}`));
    let invitation = '';
    expect(await trailOf(async () => (invitation = await invite()))).toEqual(['user invitation.created']);
    expect(await trailOf(() => ok(admin.patch(`${members()}/${invitation}`, { role: 'reception' })))).toEqual([
      'user invitation.role_changed',
    ]);
    expect(await trailOf(() => own(invitation, 'accept'))).toEqual(['user member.added']);
    expect(await trailOf(() => ok(admin.patch(`${members()}/${id}`, { role: 'manager' })))).toEqual([
      'user member.role_changed',
    ]);
    expect(await trailOf(() => ok(admin.post(`${members()}/${id}/suspend`)))).toEqual(['user member.suspended']);
    expect(await trailOf(() => ok(admin.post(`${members()}/${id}/resume`)))).toEqual(['user member.resumed']);
    expect(await trailOf(() => ok(admin.delete(`${members()}/${id}`)))).toEqual(['user member.removed']);
    invitation = await invite();
    expect(await trailOf(() => own(invitation, 'decline'))).toEqual(['user invitation.declined']);
    invitation = await invite();
    expect(await trailOf(() => ok(admin.delete(`${members()}/${invitation}`)))).toEqual(['user invitation.revoked']);
    const stranger = { email: 'new@example.org', first_name: 'New', last_name: 'Clerk', role: 'viewer' };
    await ok(admin.post(members(), stranger));
    const token = await tokenFor(stranger.email);
    const accept = () => ok(lodge.call('POST', '/users/password-reset/reset', { token, password: PASSWORD }));
    expect(await trailOf(accept)).toEqual(['user user.created', 'user member.added']);
  });

  test('of the own account: password by log-in and by link, picture, API keys', async () => {
    const { email } = await mailed();
    const logIn = { email, password: PASSWORD, new_password: 'a much longer password' };
    expect(await trailOf(() => ok(lodge.call('POST', '/users/sessions', logIn)))).toEqual([
      'user user.password_changed',
      'user session.created',
    ]);
    expect(await mailsTo(email, 'Your password was changed')).toHaveLength(1);
    expect(
      await trailOf(async () => {
        await ok(lodge.call('POST', '/users/password-reset/request', { email }));
        await ok(
          lodge.call('POST', '/users/password-reset/reset', { token: await tokenFor(email), password: PASSWORD }),
        );
      }),
    ).toEqual(['system user.password_reset']);
    const client = await lodge.logIn(email);
    expect(await trailOf(() => upload(client))).toEqual(['user user.photo_changed']);
    const scopes = [{ site: site.id, role: 'viewer' }];
    let id = '';
    expect(
      await trailOf(async () => ({ _id: id } = await ok(client.post('/users/@me/api-keys', { name: 'Key', scopes })))),
    ).toEqual(['user api_key.created']);
    expect(await trailOf(() => ok(client.delete(`/users/@me/api-keys/${id}`)))).toEqual(['user api_key.ended']);
  });

  test('by the operator: owner made, password reset, locked out, let in, unlocked', async () => {
    const operator = lodge.instance.app.get(OperatorService, { strict: false });
    const owner = { email: 'owner@example.org', firstName: 'An', lastName: 'Owner' };
    const { email } = owner;
    expect(await trailOf(() => operator.createOwner(owner))).toEqual(['system user.owner_created']);
    expect(await trailOf(() => operator.resetPassword(email))).toEqual(['system user.password_reset']);
    expect(await trailOf(() => operator.setDisabled(email, true))).toEqual(['system user.disabled']);
    expect(await trailOf(() => operator.setDisabled(email, false))).toEqual(['system user.enabled']);
    await lodge.call('POST', '/users/sessions', { email, password: 'wrong' });
    expect(await trailOf(() => operator.unlock(email))).toEqual(['system user.unlocked']);
    expect(await trailOf(() => operator.unlock(email))).toEqual([]);
  });

  /** A member who was there before the guard. */
  async function mailed() {
    await lodge.sql('ALTER TABLE users DISABLE TRIGGER audited; ALTER TABLE memberships DISABLE TRIGGER audited');
    const user = await lodge.make.user({ roles: { [site.id]: 'viewer' } });
    await lodge.sql('ALTER TABLE users ENABLE TRIGGER audited; ALTER TABLE memberships ENABLE TRIGGER audited');
    return user;
  }

  /** The mails to somebody that hold a text; it may take a moment until there is one. */
  async function mailsTo(email: string, text: string): Promise<string[]> {
    for (;;) {
      const names = await readdir(join(folder, 'mail')).catch(() => []);
      const mails = await Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')));
      const found = mails.filter((mail) => mail.includes(email) && mail.includes(text));
      if (found.length > 0) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function tokenFor(email: string): Promise<string> {
    const [mail = ''] = await mailsTo(email, 'The token alone');
    return /The token alone: (\S+)/.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? '';
  }

  async function upload(client: Client): Promise<void> {
    const { url, object_id } = await ok(client.post('/users/avatar', { content_type: 'image/png' }));
    const payload = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const path = url.replace('http://localhost', '');
    const put = await lodge.instance.app.inject({
      method: 'PUT',
      url: path,
      payload,
      headers: { 'content-type': 'image/png' },
    });
    expect(put.statusCode).toBe(200);
    await ok(client.put('/users/avatar', { object_id }));
  }
});
