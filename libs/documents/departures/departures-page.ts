import type { TextKey } from '#libs/core/languages/catalogue';
import type { Speaker } from '#libs/core/languages/say';
import type { DepartureLine } from '#libs/documents/departures/departures.queries';
import { html, type Html } from '#libs/documents/html';
import { letterhead } from '#libs/documents/letterhead';
import { listRow, listTable, namesOf } from '#libs/documents/list-table';
import type { PageFacts } from '#libs/documents/page-facts';
import { page } from '#libs/documents/page';
import type { Part } from '#libs/documents/print-parts';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import { placeHead, STYLE } from '#libs/documents/students-page';

export interface DeparturesPage extends PageFacts {
  /** The day. */
  on: string;
  total: number;
}

/** Some lines of a day's departures as a page to print, with a box to tick for each booking. */
export function departuresPage(facts: DeparturesPage, lines: DepartureLine[], part: Part): string {
  const { speaker, site, paper, on, total } = facts;
  const { say } = speaker;
  const groups = runsOf(lines, (line) => JSON.stringify([line.building_id, line.at]));
  const body = html`${part.first && heading(facts)} ${groups.map((group) => groupTable(facts, group))}
  ${total === 0 && html`<p class="none quiet">${say('nobody_departs')}</p>`}`;
  const title = `${say('departures')} – ${site.name}`;
  const runningHead = `${site.name} · ${say('departures')} · ${speaker.date(on)}`;
  const foot = part.whole ? say('confidential') : null;
  return page({ speaker, title, paper, foot, runningHead, continued: !part.first, style: STYLE }, body);
}

const heading = (facts: DeparturesPage) => {
  const { speaker, site, on, madeAt, madeBy, timeZone, total } = facts;
  const { say, date, moment } = speaker;
  return html`
    ${letterhead(site)}
    <header>
      <div class="over">${say('departures')}</div>
      <h1>${date(on)}</h1>
      <p>
        ${say('count_departures', { count: total })}
        <span class="quiet">· ${moment(madeAt, timeZone)} (${timeZone}) · <bdi>${madeBy}</bdi></span>
      </p>
    </header>
  `;
};

function groupTable({ speaker, timeZone }: DeparturesPage, lines: [DepartureLine, ...DepartureLine[]]): Html {
  const [{ building, at }] = lines;
  const { say, time } = speaker;
  const when = at === null ? say('no_time_yet') : time(at, timeZone);
  const count = `${when} · ${say('count_departures', { count: lines.length })}`;
  const head = placeHead({ building, floor: null }, 5, count, say);
  return listTable(
    say,
    { head, last: say('reference') },
    lines.map((line) => row(line, speaker)),
  );
}

const row = (line: DepartureLine, { say }: Speaker): Html =>
  listRow(line, {
    name: namesOf(line, say),
    marks: html`<bdi>${line.reference}</bdi> · ${say(`status_${line.status}` as TextKey)}`,
  });
