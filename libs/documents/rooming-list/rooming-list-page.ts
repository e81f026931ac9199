import { speakerOf } from '#libs/core/languages/say';
import { html, type Html } from '#libs/documents/html';
import { page, type Paper } from '#libs/documents/page';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import type { RoomingLine } from '#libs/documents/rooming-list/rooming-list.queries';
import { placeHead, STYLE } from '#libs/documents/students-page';

/** Rooming lists are in English. */
export const SPEAKER = speakerOf('en');

export interface RoomingListPage {
  siteName: string;
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
export function roomingListPage(
  facts: RoomingListPage,
  lines: RoomingLine[],
  part: { first: boolean; whole: boolean },
): string {
  const { siteName, blockName, paper, total } = facts;
  const groups = runsOf(lines, (line) => JSON.stringify([line.building_id, line.floor]));
  const body = html`${part.first && heading(facts)} ${groups.map(groupTable)}
  ${total === 0 && html`<p class="none quiet">The block has no bookings.</p>`}`;
  const runningHead = `${siteName} · ${blockName} · Rooming list`;
  return page(
    { speaker: SPEAKER, title: `Rooming list – ${blockName}`, paper, foot: part.whole ? SPEAKER.say('confidential') : null, runningHead, continued: !part.first, style: STYLE }, // prettier-ignore
    body,
  );
}

const heading = ({ siteName, blockName, notes, madeAt, madeBy, timeZone, total, unnamed }: RoomingListPage) => html`
  <header>
    <div class="over" dir="auto">${siteName} · Rooming list</div>
    <h1 dir="auto">${blockName}</h1>
    <p>
      ${total.toLocaleString('en-GB')}
      ${total === 1 ? 'booking' : 'bookings'}${unnamed > 0 && html`, ${unnamed} without a name`}
      <span class="quiet">· ${SPEAKER.moment(madeAt, timeZone)} (${timeZone}) · <bdi>${madeBy}</bdi></span>
    </p>
    ${notes !== null && html`<p dir="auto">${notes}</p>`}
  </header>
`;

function groupTable(lines: [RoomingLine, ...RoomingLine[]]): Html {
  const [first] = lines;
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
          ${placeHead(first, 5, `${lines.length} ${lines.length === 1 ? 'booking' : 'bookings'}`, SPEAKER.say)}
        </tr>
        <tr class="labels">
          <th scope="col"></th>
          <th scope="col">Room</th>
          <th scope="col">Name</th>
          <th scope="col">Student ID</th>
          <th scope="col">Nights</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(row)}
      </tbody>
    </table>
  `;
}

const row = (line: RoomingLine): Html => html`
  <tr>
    <td class="box"><i></i></td>
    <td class="room">
      ${line.room !== null && html`<bdi>${line.room}</bdi>`}${line.code !== null && html`<small class="quiet"><bdi>${line.code}</bdi></small>`}
    </td>
    <td class="name">
      ${line.name === null ? html`<span class="quiet">not named yet</span>` : html`<bdi>${line.name}</bdi>`}
      ${line.others.map((other) => html`<br /><bdi>${other}</bdi>`)}
    </td>
    <td class="id"><bdi>${line.student_id}</bdi></td>
    <td class="marks">
      ${line.contract_start} – ${line.contract_end ?? 'open-ended'}<br />${line.status.replace('_', ' ')} ·
      ${line.reference}
    </td>
  </tr>
`;
