import type { Speaker } from '#libs/core/languages/say';
import { html, type Html } from '#libs/documents/html';

type Say = Speaker['say'];

/** A group of a list to tick off: the head of the group, and per line a box, the room, who it is, the student id and `last`. */
export function listTable(
  say: Say,
  { head, last, photos = false }: { head: Html; last: string; photos?: boolean },
  rows: Html[],
): Html {
  return html`
    <table>
      <colgroup>
        <col class="box" />
        ${photos && html`<col class="photo" />`}
        <col class="room" />
        <col />
        <col class="id" />
        <col class="marks" />
      </colgroup>
      <thead>
        <tr class="place">
          ${head}
        </tr>
        <tr class="labels">
          <th scope="col"></th>
          ${photos && html`<th scope="col">${say('photo')}</th>`}
          <th scope="col">${say('room')}</th>
          <th scope="col">${say('name')}</th>
          <th scope="col">${say('student_id')}</th>
          <th scope="col">${last}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  `;
}

/** A line of such a list; `photo` is the cell of a picture, where the list has one. */
export const listRow = (
  { room, code, student_id }: { room: string | null; code: string | null; student_id: string | null },
  { photo, name, marks }: { photo?: Html | false; name: Html; marks: Html },
): Html => html`
  <tr>
    <td class="box"><i></i></td>
    ${photo}
    <td class="room">
      ${room !== null && html`<bdi>${room}</bdi>`}${code !== null && html`<small class="quiet"><bdi>${code}</bdi></small>`}
    </td>
    <td class="name">${name}</td>
    <td class="id"><bdi>${student_id}</bdi></td>
    <td class="marks">${marks}</td>
  </tr>
`;

/** Everybody in a booking, the lead person first; a booking of a block may wait for a name. */
export const namesOf = ({ name, others }: { name: string | null; others: string[] }, say: Say): Html => html`
  ${name === null ? html`<span class="quiet">${say('not_named_yet')}</span>` : html`<bdi>${name}</bdi>`}
  ${others.map((other) => html`<br /><bdi>${other}</bdi>`)}
`;
