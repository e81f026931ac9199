import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/accounts/access/access';
import { findAccesses } from '#libs/accounts/access/site-accesses.queries';
import { Database } from '#libs/core/database/database';
import { escapeLikeName } from '#libs/core/database/like';
import { pageOf } from '#libs/core/database/page-of';
import { recordName } from '#libs/core/database/record-name';
import type {
  FoundPeopleResponse,
  FoundPersonResponse,
  SearchPeopleQuery,
} from '#libs/students/search/people-search.dto';
import { hasText, isNearly } from '#libs/students/student-filters.queries';

const search = (condition: string): string => `
WITH found AS MATERIALIZED (
  SELECT s.* FROM students s WHERE s.site_id = ANY($1::uuid[]) AND s.deleted_at IS NULL AND ($3::boolean IS NULL OR s.active = $3)
    AND ${condition})
SELECT c.total, p.* FROM (SELECT count(*)::int AS total FROM found) c LEFT JOIN LATERAL (
  SELECT s.id AS _id, s.site_id AS site, h.name AS site_name, s.student_id, ${recordName('s')} AS record_name, s.email, s.type, s.active,
    s.location_id AS location, l.name AS location_name
  FROM found s JOIN sites h ON h.id = s.site_id LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
  ORDER BY s.last_name, s.first_name, h.name, s.id LIMIT $4 OFFSET $5) p ON true`;
const SEARCH = search(hasText('$2'));
const SEARCH_NEARLY = search(isNearly('$2'));

/** Finds people in all sites that the caller has access to; when no name is spelt so, those with a similar spelling. */
@Injectable()
export class PeopleSearchService {
  constructor(private readonly database: Database) {}

  async search(caller: Caller, { q, active, limit, skip }: SearchPeopleQuery): Promise<FoundPeopleResponse> {
    const accesses = await findAccesses(this.database, caller);
    const sites = accesses.filter((access) => access.may('student.read')).map(({ site }) => site.id);
    const find = async (sql: string, text: string) => {
      const rows = await this.database.rows<FoundPersonResponse & { total: number }>(sql, [sites, text, active ?? null, limit, skip]); // prettier-ignore
      return pageOf<FoundPersonResponse>(rows, '_id');
    };
    const exact = await find(SEARCH, escapeLikeName(q));
    if (exact.total > 0) return { ...exact, similar: false, limit, skip };
    const nearly = await find(SEARCH_NEARLY, q);
    return { ...nearly, similar: nearly.total > 0, limit, skip };
  }
}
