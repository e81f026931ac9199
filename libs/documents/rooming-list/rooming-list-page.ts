import type { Speaker } from '#libs/core/languages/say';
import type { TextKey } from '#libs/core/languages/catalogue';
import { html, type Html } from '#libs/documents/html';
import { letterhead } from '#libs/documents/letterhead';
import { listRow, listTable, namesOf } from '#libs/documents/list-table';
import type { PageFacts } from '#libs/documents/page-facts';
import { page } from '#libs/documents/page';
import type { Part } from '#libs/documents/print-parts';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import type { RoomingLine } from '#libs/documents/rooming-list/rooming-list.queries';
import { placeHead, STYLE } from '#libs/documents/students-page';

export interface RoomingListPage extends PageFacts {
  blockName: string;
  notes: string | null;
  total: number;
  unnamed: number;
}

/** Some lines of a rooming list as a page to print, with a box to tick for each booking. */
export function roomingListPage(facts: RoomingListPage, lines: RoomingLine[], part: Part): string {
  const { speaker, site, blockName, paper, total } = facts;
  const { say } = speaker;
  const groups = runsOf(lines, (line) => JSON.stringify([line.building_id, line.floor]));
  const body = html`${part.first && heading(facts)} ${groups.map((group) => groupTable(facts, group))}
  ${total === 0 && html`<p class="none quiet">${say('no_bookings_in_block')}</p>`}`;
  const title = `${say('rooming_list')} – ${blockName}`;
  const runningHead = `${site.name} · ${blockName} · ${say('rooming_list')}`;
  const foot = part.whole ? say('confidential') : null;
  return page({ speaker, title, paper, foot, runningHead, continued: !part.first, style: STYLE }, body);
}

const heading = (facts: RoomingListPage) => {
  const { speaker, site, blockName, notes, madeAt, madeBy, timeZone, total, unnamed } = facts;
  const { say, moment } = speaker;
  return html`
    ${letterhead(site)}
    <header>
      <div class="over">${say('rooming_list')}</div>
      <h1><bdi>${blockName}</bdi></h1>
      <p>
        ${say('count_bookings', { count: total })}${unnamed > 0 && html`, ${say('count_unnamed', { count: unnamed })}`}
        <span class="quiet">· ${moment(madeAt, timeZone)} (${timeZone}) · <bdi>${madeBy}</bdi></span>
      </p>
      ${notes !== null && html`<p><bdi>${notes}</bdi></p>`}
    </header>
  `;
};

function groupTable({ speaker }: RoomingListPage, lines: [RoomingLine, ...RoomingLine[]]): Html {
  const { say } = speaker;
  const head = placeHead(lines[0], 5, say('count_bookings', { count: lines.length }), say);
  return listTable(
    say,
    { head, last: say('nights') },
    lines.map((line) => row(line, speaker)),
  );
}

const row = (line: RoomingLine, { say }: Speaker): Html =>
  listRow(line, {
    name: namesOf(line, say),
    marks: html`
      <bdi>${line.contract_start}</bdi> – <bdi>${line.contract_end ?? say('open_ended')}</bdi><br />
      ${say(`status_${line.status}` as TextKey)} · <bdi>${line.reference}</bdi>
    `,
  });
