import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processes hear of each access that ends or changes, when that is committed. A log-in and a renewal of a session end nothing. */
export class EndsOfAccesses1768400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
CREATE FUNCTION notify_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lodge_access', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE FUNCTION notify_access_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lodge_access', k.user_id::text) FROM api_keys k WHERE k.id = OLD.api_key_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_access AFTER UPDATE OF ended_at, expires_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER users_access AFTER UPDATE OF disabled_at, owner, password_change_required ON users FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.owner, OLD.password_change_required)
    IS DISTINCT FROM (NEW.disabled_at, NEW.owner, NEW.password_change_required)) EXECUTE FUNCTION notify_access('id');
CREATE TRIGGER memberships_access_1 AFTER UPDATE OF role ON memberships FOR EACH ROW
  WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER memberships_access_2 AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER api_keys_access AFTER UPDATE OF ended_at, expires_at ON api_keys FOR EACH ROW
  WHEN ((OLD.ended_at, OLD.expires_at) IS DISTINCT FROM (NEW.ended_at, NEW.expires_at)) EXECUTE FUNCTION notify_access('user_id');
CREATE TRIGGER api_key_scopes_access AFTER UPDATE OR DELETE ON api_key_scopes FOR EACH ROW
  EXECUTE FUNCTION notify_access_of_key()`;

const DOWN = `
DROP TRIGGER sessions_access ON sessions;
DROP TRIGGER users_access ON users;
DROP TRIGGER memberships_access_1 ON memberships;
DROP TRIGGER memberships_access_2 ON memberships;
DROP TRIGGER api_keys_access ON api_keys;
DROP TRIGGER api_key_scopes_access ON api_key_scopes;
DROP FUNCTION notify_access(), notify_access_of_key()`;
