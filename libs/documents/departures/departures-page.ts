import type { TextKey } from '#libs/core/languages/catalogue';
import type { Speaker } from '#libs/core/languages/say';
import type { Letterhead } from '#libs/core/pages/letterhead';
import type { DepartureLine } from '#libs/documents/departures/departures.queries';
import { html, type Html } from '#libs/documents/html';
import { letterhead } from '#libs/documents/letterhead';
import { page, type Paper } from '#libs/documents/page';
import type { Part } from '#libs/documents/print-parts';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import { placeHead, STYLE } from '#libs/documents/students-page';

export interface DeparturesPage {
  speaker: Speaker;
  site: Letterhead;
  timeZone: string;
  paper: Paper;
  /** The day. */
  on: string;
  madeAt: string;
  madeBy: string;
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
          ${placeHead({ building, floor: null }, 5, `${when} · ${say('count_departures', { count: lines.length })}`, say)}
        </tr>
        <tr class="labels">
          <th scope="col"></th>
          <th scope="col">${say('room')}</th>
          <th scope="col">${say('name')}</th>
          <th scope="col">${say('student_id')}</th>
          <th scope="col">${say('reference')}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => row(line, speaker))}
      </tbody>
    </table>
  `;
}

const row = (line: DepartureLine, { say }: Speaker): Html => html`
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
    <td class="marks"><bdi>${line.reference}</bdi> · ${say(`status_${line.status}` as TextKey)}</td>
  </tr>
`;
