import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { sha256 } from '#libs/core/text/sha256';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type {
  CalendarFeedResponse,
  CreateCalendarFeedRequest,
  CreatedCalendarFeedResponse,
} from '#libs/calendar-feeds/calendar-feeds.dto';
import {
  findFeed,
  insertFeed,
  listDays,
  listFeeds,
  noteRead,
  removeFeed,
} from '#libs/calendar-feeds/calendar-feeds.queries';
import { calendarText } from '#libs/calendar-feeds/calendar-text';

const DAY_MS = 86_400_000;
/** How many days back and ahead a calendar goes, and how many events it has at most. */
export const [DAYS_BACK, DAYS_AHEAD, MOST_EVENTS] = [30, 400, 20_000];

/** What every token begins with, so that a person who finds one knows what it is. */
const MARK = 'lodge_feed_';

/** Calendars by a secret link: 256 bits, stored as a hash. */
@Injectable()
export class CalendarFeedsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list({ site }: SiteAccess): Promise<CalendarFeedResponse[]> {
    return listFeeds(this.database, site.id);
  }

  /** @throws InvalidField, UnknownReference */
  async create({ site, caller }: SiteAccess, request: CreateCalendarFeedRequest): Promise<CreatedCalendarFeedResponse> {
    const { location = null, person = null, with_names: withNames = false } = request;
    if ((location === null) === (person === null))
      throw new InvalidField('validation_failed', '/location', 'must be given, or `person`, and not both');
    const [id, at, token] = [newId(), this.clock.now(), `${MARK}${randomBytes(32).toString('base64url')}`];
    const made = await this.database.transaction(async (tx) => {
      const feed = { siteId: site.id, id, location, person, withNames, hash: sha256(token), by: caller.userId, at };
      if (!isId(location ?? person) || !(await insertFeed(tx, feed)))
        throw new UnknownReference([
          location ? { pointer: '/location', what: 'location' } : { pointer: '/person', what: 'student' },
        ]);
      const given = Object.entries({ location, person, with_names: withNames }).filter(([, value]) => value !== null);
      const changes = given.map(([field, to]) => ({ field, from: null, to }));
      const subject = { siteId: site.id, subjectKind: 'calendar_feed' as const, subjectId: id };
      await recordAudit(tx, caller, at, { ...subject, action: 'calendar_feed.created', changes });
      return (await listFeeds(tx, site.id, id))[0] as CalendarFeedResponse;
    });
    return { ...made, url: `${this.config.PUBLIC_URL}/calendars/feed.ics?token=${token}` };
  }

  /** Ends the link at once. @throws NotFound */
  async revoke({ site, caller }: SiteAccess, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await removeFeed(tx, site.id, id))) throw new NotFound('The calendar');
      const subject = { siteId: site.id, subjectKind: 'calendar_feed' as const, subjectId: id };
      await recordAudit(tx, caller, this.clock.now(), { ...subject, action: 'calendar_feed.revoked' });
    });
  }

  /** The calendar of a token. @throws NotFound */
  async read(token: string): Promise<string> {
    const now = this.clock.now();
    const feed = await findFeed(this.database, sha256(token), now);
    if (!feed) throw new NotFound('The calendar');
    if (feed.read_is_news) await noteRead(this.database, feed, now);
    const dayAt = (days: number) => localDate(new Date(now.getTime() + days * DAY_MS), feed.time_zone);
    const days = await listDays(this.database, feed, dayAt(-DAYS_BACK), dayAt(DAYS_AHEAD), MOST_EVENTS);
    return calendarText({
      name: `${feed.location_name ?? (feed.with_names ? feed.person_name : null) ?? 'Stays'} – ${feed.site_name}`,
      withNames: feed.with_names,
      pages: webUrl(this.config),
      siteId: feed.site_id,
      days,
    });
  }
}
