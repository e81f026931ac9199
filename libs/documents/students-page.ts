import { cssColour, html, type Html } from '#libs/documents/html';
import { letterhead, LETTERHEAD_STYLE } from '#libs/documents/letterhead';
import type { PageFacts } from '#libs/documents/page-facts';
import { page } from '#libs/documents/page';
import type { Speaker } from '#libs/core/languages/say';
import type { StudentLine } from '#libs/documents/students-document.queries';

export interface StudentsPage extends PageFacts {
  total: number;
  welfare: boolean;
  photos: boolean;
}

/** A line and, when pictures were requested, its picture as a data URL. */
export type PicturedLine = StudentLine & { photo?: string };

export const STYLE = `${LETTERHEAD_STYLE}
header{margin-bottom:4mm;padding-bottom:2.5mm;border-bottom:.5pt solid #1d1d1b}
header h1{margin:0 0 1.5mm}
header p{margin:0;font-size:9.5pt}
table+table{margin-top:4mm}
thead{break-inside:avoid}
tr{break-inside:avoid}
tbody tr:first-child{break-before:avoid}
.place th{padding:0 0 1mm;font-size:12.5pt;font-weight:600}
.place th span{font-weight:400}
.place th+th{font-size:9pt;font-weight:400;text-align:end;vertical-align:bottom}
.labels th{padding:0 0 1mm;padding-inline-end:2mm;border-bottom:.5pt solid #b9b8b0;font-size:8pt;color:#64645d}
td{padding:1.15mm 0;padding-inline-end:2mm;border-bottom:.35pt solid #d9d8d1;vertical-align:middle;overflow-wrap:anywhere}
.box{width:8mm}.box i{display:block;width:4.2mm;height:4.2mm;border:.7pt solid #1d1d1b;border-radius:.6mm}
.photo{width:14.4mm}.photo img,.photo b{display:block;width:10.4mm;height:13mm;border-radius:.8mm;object-fit:cover}
td.photo,td.photo~td{padding-top:.4mm;padding-bottom:.4mm}
.photo b{display:flex;align-items:center;justify-content:center;background:#efeee9;color:#64645d;font-size:10pt;font-weight:400}
td.name{font-size:11pt;line-height:1.2}.name b{font-weight:600}
.id{width:24mm;font-variant-numeric:tabular-nums}
.room{width:36mm;line-height:1.2}.room small{display:block;font-size:8.5pt;line-height:1.2}
.in{width:16mm}.in span{display:inline-flex;align-items:center;gap:1.4mm}
.in span::before{content:"";width:2.3mm;height:2.3mm;border-radius:50%;background:#1d1d1b}
.marks{width:37mm;font-size:8.5pt;line-height:1.2}
.marks span{display:inline-flex;align-items:baseline;gap:1.1mm;margin:.3mm 0;margin-inline-end:2.2mm}
.marks span::before{content:"";flex:none;width:2.1mm;height:2.1mm;border-radius:.4mm;background:var(--c)}
.marks .welfare{padding:.1mm 1.4mm;border:.7pt solid #1d1d1b;border-radius:1mm;font-weight:600}
.marks .welfare::before{display:none}
.none{margin:20mm 0;text-align:center}`;

/** Some lines of the list as a page to print; all of them, or a part of a list that is too long to print at once. */
export function studentsPage(
  facts: StudentsPage,
  lines: PicturedLine[],
  part: { first: boolean; whole: boolean },
): string {
  const { say } = facts.speaker;
  const title = `${say('students')} – ${facts.site.name}`;
  const body = html`${part.first && heading(facts)} ${groupsOf(lines).map((group) => groupTable(facts, group))}
  ${facts.total === 0 && html`<p class="none quiet">${say('no_students')}</p>`}`;
  const foot = part.whole ? say('confidential') : null;
  const { paper, speaker } = facts;
  return page(
    {
      speaker,
      title,
      paper,
      foot,
      runningHead: `${facts.site.name} · ${say('students')}`,
      continued: !part.first,
      style: STYLE,
    },
    body,
  );
}

const heading = ({ speaker: { say, moment }, site, madeAt, madeBy, timeZone, total }: StudentsPage) => html`
  ${letterhead(site)}
  <header>
    <h1>${say('students')}</h1>
    <p>
      ${say('count_students', { count: total })}
      <span class="quiet">· ${moment(madeAt, timeZone)} (${timeZone}) · <bdi>${madeBy}</bdi></span>
    </p>
  </header>
`;

/** Neighbours that live in one building, on one floor. */
function groupsOf(lines: PicturedLine[]): PicturedLine[][] {
  const groups: PicturedLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.building_id === line.building_id && last[0].floor === line.floor) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function groupTable({ speaker: { say }, welfare, photos }: StudentsPage, lines: PicturedLine[]): Html {
  const [{ building, floor, group_size: size } = { building: '', floor: null, group_size: 0 }] = lines;
  const columns = photos ? 7 : 6;
  return html`
    <table>
      <colgroup>
        <col class="box" />
        ${photos && html`<col class="photo" />`}
        <col />
        <col class="id" />
        <col class="room" />
        <col class="in" />
        <col class="marks" />
      </colgroup>
      <thead>
        <tr class="place">
          ${placeHead({ building, floor }, columns, say('count_students', { count: size }), say)}
        </tr>
        <tr class="labels">
          <th scope="col"></th>
          ${photos && html`<th scope="col">${say('photo')}</th>`}
          <th scope="col">${say('name')}</th>
          <th scope="col">${say('student_id')}</th>
          <th scope="col">${say('room')}</th>
          <th scope="col">${say('in_house')}</th>
          <th scope="col">${say(welfare ? 'flags_and_welfare' : 'flags')}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => row(line, photos, say))}
      </tbody>
    </table>
  `;
}

/** The heading of the lines of a floor: the building, the floor, and the number of lines. */
export const placeHead = (
  { building, floor }: { building: string | null; floor: string | null },
  columns: number,
  count: string,
  say: Speaker['say'],
): Html => html`
  <th colspan="${columns - 2}" scope="colgroup">
    <bdi>${building}</bdi>${floor !== null && html` <span class="quiet">· ${floorName(floor, say)}</span>`}
  </th>
  <th colspan="2" class="quiet">${count}</th>
`;

/** A floor as a heading names it. */
const floorName = (floor: string, say: Speaker['say']): Html =>
  /^-?\d+$/.test(floor) ? html`${say('floor', { floor })}` : html`<bdi>${floor}</bdi>`;

/** A name as a list prints it, with the word by which it is sorted. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): Html =>
  last_name === '' ? html`<bdi><b>${first_name}</b></bdi>` : html`<bdi><b>${last_name}</b>, ${first_name}</bdi>`;

const initialsOf = ({ first_name, last_name }: StudentLine) =>
  [first_name, last_name].map((name) => [...name][0]).join('');

const row = (line: PicturedLine, photos: boolean, say: Speaker['say']): Html => html`
  <tr>
    <td class="box"><i></i></td>
    ${photos && html`<td class="photo">${line.photo ? html`<img src="${line.photo}" alt="" />` : html`<b>${initialsOf(line)}</b>`}</td>`}
    <td class="name">${fullName(line)}</td>
    <td class="id"><bdi>${line.student_id}</bdi></td>
    <td class="room">
      ${line.room !== null && html`<bdi>${line.room}</bdi>`}${line.code !== null && html`<small class="quiet"><bdi>${line.code}</bdi></small>`}
    </td>
    <td class="in">${line.in_house && html`<span>${say('yes')}</span>`}</td>
    <td class="marks">
      ${line.welfare_flag && html`<span class="welfare"><bdi>${line.welfare_state ?? say('welfare')}</bdi></span>`}${line.flags.map(
        ({ name, colour }) => html`<span style="--c:${cssColour(colour)}"><bdi>${name}</bdi></span>`,
      )}
    </td>
  </tr>
`;
