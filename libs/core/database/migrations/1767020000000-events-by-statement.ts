import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one statement writes to a trail is queued for the journal by one statement, in the same order. */
export class EventsByStatement1767020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [FUNCTION, TRIGGERS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const FUNCTION = `
CREATE FUNCTION queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_queue (site_id, source, event_id) SELECT a.site_id, TG_ARGV[0], a.id FROM added a WHERE a.site_id IS NOT NULL;
  RETURN NULL;
END $$`;

const TRIGGERS = `
DROP TRIGGER booking_transactions_queued ON booking_transactions;
CREATE TRIGGER booking_transactions_queued AFTER INSERT ON booking_transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_events('booking');
DROP TRIGGER audit_events_queued ON audit_events;
CREATE TRIGGER audit_events_queued AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION queue_events('audit')`;

const DOWN = `
DROP TRIGGER booking_transactions_queued ON booking_transactions;
CREATE TRIGGER booking_transactions_queued AFTER INSERT ON booking_transactions
  FOR EACH ROW EXECUTE FUNCTION queue_event('booking');
DROP TRIGGER audit_events_queued ON audit_events;
CREATE TRIGGER audit_events_queued AFTER INSERT ON audit_events
  FOR EACH ROW WHEN (NEW.site_id IS NOT NULL) EXECUTE FUNCTION queue_event('audit');
DROP FUNCTION queue_events()`;
