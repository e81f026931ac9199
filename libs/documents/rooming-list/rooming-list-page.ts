import type { Speaker } from '#libs/core/languages/say';
import type { TextKey } from '#libs/core/languages/catalogue';
import type { Letterhead } from '#libs/core/pages/letterhead';
import { html, type Html } from '#libs/documents/html';
import { letterhead } from '#libs/documents/letterhead';
import { page, type Paper } from '#libs/documents/page';
import type { Part } from '#libs/documents/print-parts';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import type { RoomingLine } from '#libs/documents/rooming-list/rooming-list.queries';
import { placeHead, STYLE } from '#libs/documents/students-page';

export interface RoomingListPage {
  speaker: Speaker;
  site: Letterhead;
  blockName: string;
  notes: string | null;
  timeZone: string;
  paper: Paper;
  madeAt: string;
  madeBy: string;
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
      <h1 dir="auto">${blockName}</h1>
      <p>
        ${say('count_bookings', { count: total })}${unnamed > 0 && html`, ${say('count_unnamed', { count: unnamed })}`}
        <span class="quiet">· ${moment(madeAt, timeZone)} (${timeZone}) · <bdi>${madeBy}</bdi></span>
      </p>
      ${notes !== null && html`<p dir="auto">${notes}</p>`}
    </header>
  `;
};

function groupTable({ speaker }: RoomingListPage, lines: [RoomingLine, ...RoomingLine[]]): Html {
  const [first] = lines;
  const { say } = speaker;
  return html`
    <table>
      <colgroup>
        <col class="box" />
        <col class="room" />
        <col />
        <col class="id" />
        <col class="marks" />
      </colgroup>
      <thead>
        <tr class="place">
          ${placeHead(first, 5, say('count_bookings', { count: lines.length }), say)}
        </tr>
        <tr class="labels">
          <th scope="col"></th>
          <th scope="col">${say('room')}</th>
          <th scope="col">${say('name')}</th>
          <th scope="col">${say('student_id')}</th>
          <th scope="col">${say('nights')}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => row(line, speaker))}
      </tbody>
    </table>
  `;
}

const row = (line: RoomingLine, { say }: Speaker): Html => html`
  <tr>
    <td class="box"><i></i></td>
    <td class="room">
      ${line.room !== null && html`<bdi>${line.room}</bdi>`}${line.code !== null && html`<small class="quiet"><bdi>${line.code}</bdi></small>`}
    </td>
    <td class="name">
      ${line.name === null ? html`<span class="quiet">${say('not_named_yet')}</span>` : html`<bdi>${line.name}</bdi>`}
      ${line.others.map((other) => html`<br /><bdi>${other}</bdi>`)}
    </td>
    <td class="id"><bdi>${line.student_id}</bdi></td>
    <td class="marks">
      <bdi>${line.contract_start}</bdi> – <bdi>${line.contract_end ?? say('open_ended')}</bdi><br />
      ${say(`status_${line.status}` as TextKey)} · <bdi>${line.reference}</bdi>
    </td>
  </tr>
`;
