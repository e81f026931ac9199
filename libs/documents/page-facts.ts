import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import type { Sql } from '#libs/core/database/transaction';
import type { Language } from '#libs/core/languages/catalogue';
import { type Speaker, speakerOf } from '#libs/core/languages/say';
import type { Letterhead } from '#libs/core/pages/letterhead';
import type { Paper } from '#libs/documents/page';

/** What every document says of its site and of how it was made. */
export interface PageFacts {
  speaker: Speaker;
  site: Letterhead;
  timeZone: string;
  paper: Paper;
  madeAt: string;
  madeBy: string;
}

interface Request {
  site_id: string;
  time_zone: string;
  created_at: string;
  requested_by_name: string;
  parameters: { paper: Paper; language?: Language | undefined };
}

/** In the language of the site, else in that of the request. */
export async function pageFacts(sql: Sql, request: Request): Promise<PageFacts> {
  const { paper, language } = request.parameters;
  const site = await getLetterhead(sql, request.site_id);
  return {
    speaker: speakerOf(site.language ?? language ?? 'en'),
    site,
    timeZone: request.time_zone,
    paper,
    madeAt: request.created_at,
    madeBy: request.requested_by_name,
  };
}
