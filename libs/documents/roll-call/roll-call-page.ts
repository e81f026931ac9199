import type { Speaker } from '#libs/core/languages/say';
import type { Letterhead } from '#libs/core/pages/letterhead';
import { cssColour, html, type Html } from '#libs/documents/html';
import { letterhead } from '#libs/documents/letterhead';
import { listRow, listTable } from '#libs/documents/list-table';
import { page, type Paper } from '#libs/documents/page';
import { runsOf } from '#libs/documents/roll-call/roll-call';
import type { PresentLine } from '#libs/documents/roll-call/roll-call.queries';
import { fullName, placeHead, STYLE } from '#libs/documents/students-page';

export interface RollCallPage {
  speaker: Speaker;
  site: Letterhead;
  timeZone: string;
  paper: Paper;
  generatedAt: Date;
  photos: boolean;
  total: number;
  needs: number;
}

/** A line and, when pictures were requested, its picture as a data URL. */
export type PicturedPerson = PresentLine & { photo?: string };

/** Some lines of a roll-call as a page to print, with a box to tick for each person. */
export function rollCallPage(
  facts: RollCallPage,
  people: PicturedPerson[],
  part: { first: boolean; whole: boolean },
): string {
  const { speaker, site, timeZone, paper, generatedAt, total } = facts;
  const { say } = speaker;
  const groups = runsOf(people, (line) => JSON.stringify([line.building_id, line.floor]));
  const body = html`${part.first && heading(facts)} ${groups.map((group) => groupTable(facts, group))}
  ${total === 0 && html`<p class="none quiet">${say('nobody_in_house')}</p>`}`;
  const runningHead = `${site.name} · ${say('roll_call')} · ${speaker.moment(generatedAt, timeZone)}`;
  const foot = part.whole ? say('confidential') : null;
  return page(
    {
      speaker,
      title: `${say('roll_call')} – ${site.name}`,
      paper,
      foot,
      runningHead,
      continued: !part.first,
      style: STYLE,
    },
    body,
  );
}

const heading = ({ speaker: { say, moment }, site, timeZone, generatedAt, total, needs }: RollCallPage) => html`
  ${letterhead(site)}
  <header>
    <h1>${say('roll_call')}</h1>
    <p>
      ${say('count_in_house', { count: total })}, ${say('count_needs', { count: needs })}
      <span class="quiet">· ${moment(generatedAt, timeZone)} (${timeZone})</span>
    </p>
  </header>
`;

function groupTable({ speaker: { say }, photos }: RollCallPage, people: [PicturedPerson, ...PicturedPerson[]]): Html {
  const head = placeHead(people[0], photos ? 6 : 5, say('count_people', { count: people.length }), say);
  return listTable(
    say,
    { head, last: say('evacuation'), photos },
    people.map((person) => row(person, photos)),
  );
}

const initialsOf = ({ first_name, last_name }: PresentLine) =>
  [first_name, last_name].map((name) => [...name][0] ?? '').join('');

const row = (line: PicturedPerson, photos: boolean): Html =>
  listRow(line, {
    photo:
      photos &&
      html`<td class="photo">
        ${line.photo ? html`<img src="${line.photo}" alt="" />` : html`<b>${initialsOf(line)}</b>`}
      </td>`,
    name: fullName(line),
    marks: html`${line.evacuation.map(({ name, colour }) => html`<span style="--c:${cssColour(colour)}"><bdi>${name}</bdi></span>`)}`,
  });
