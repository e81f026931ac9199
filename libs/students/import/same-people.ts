import { addTo } from '#libs/core/collections/grouped';
import { areAlikeDays, areAlikeEmails } from '#libs/matching/alike-values';
import { lettersOf } from '#libs/matching/damaged-ids';
import { isOneSlip } from '#libs/matching/one-slip';
import { idShape } from '#libs/matching/text';
import type { IsRoom } from '#libs/students/import/possible-matches';
import { areSimilarNames } from '#libs/students/import/similar-names';
import { isMadeStudentId } from '#libs/students/student-id';
import { type Register, type Verdict } from '#libs/students/import/verdicts';

const nameOf = ({ row }: Verdict): string => (row.name_key ?? '').split(' ').filter(Boolean).sort().join(' ');

/** Refuses new people who may be one with somebody whom another row names or makes. */
export function refuseSamePeople(verdicts: Verdict[], register: Register, isRoom: IsRoom): void {
  refuseBornTogether(verdicts, register);
  const namesakes = new Map<string, Verdict[]>();
  for (const verdict of verdicts)
    if (
      nameOf(verdict) !== '' &&
      (verdict.cause === null || verdict.row.whole !== null || register.namedBy(verdict.row).length > 0)
    )
      addTo(namesakes, nameOf(verdict), verdict);
  for (const group of namesakes.values()) {
    if (group.length < 2) continue;
    const doubted = [...oneId(group), ...nearlyAlike(group, register, isRoom)];
    for (const [verdict, other] of doubted)
      Object.assign(verdict, {
        cause: 'duplicate_in_file',
        existing: other.known?.id ?? register.namedBy(other.row)[0]?.id ?? null,
      });
  }
}

/** New people with the name of another person of the list, or a similar one, and the same date of birth: the list does not say which of them is right. */
function refuseBornTogether(verdicts: Verdict[], register: Register): void {
  const byBirth = new Map<string, Verdict[]>();
  for (const verdict of verdicts) {
    const born = verdict.row.date_of_birth ?? register.namedBy(verdict.row)[0]?.date_of_birth;
    if (born && nameOf(verdict) !== '') addTo(byBirth, born, verdict);
  }
  for (const group of byBirth.values()) {
    const compared = group.slice(0, MOST_COMPARED);
    const doubted = group.filter(isNew).flatMap((verdict): Doubt[] => {
      const other = compared.find((each) => each.person !== verdict.person && areSimilarNames(verdict.row, each.row));
      return other ? [[verdict, other]] : [];
    });
    for (const [verdict, { row }] of doubted)
      Object.assign(verdict, { cause: 'duplicate_in_file', existing: register.namedBy(row)[0]?.id ?? null });
  }
}

type Doubt = [verdict: Verdict, other: Verdict];
const isNew = ({ cause, known }: Verdict): boolean => cause === null && known === null;

/** Ids of one name that differ by zeros, signs and similar characters: the list does not say which of them is right. */
function oneId(group: Verdict[]): Doubt[] {
  const byId = new Map<string, Verdict[]>();
  for (const verdict of group)
    if (verdict.row.student_id !== null) addTo(byId, idShape(lettersOf(verdict.row.student_id)), verdict);
  return [...byId.values()].flatMap((alike) => {
    const [first] = alike;
    const other = alike.find(({ row }) => row.student_key !== first?.row.student_key);
    if (!first || !other) return [];
    return alike.filter(isNew).map((each): Doubt => [each, each.row.student_key === first.row.student_key ? other : first]); // prettier-ignore
  });
}

const isBare = ({ row }: Verdict) => row.student_key === null && row.email_key === null;

/** So many rows of one name are compared; with more, a list of one name would take quadratic time. */
const MOST_COMPARED = 50;

/** New people with the name of another person of the list, if nothing tells the two apart, or the room, the email or the date of birth is the same or nearly the same. */
function nearlyAlike(group: Verdict[], register: Register, isRoom: IsRoom): Doubt[] {
  const people = group.map((verdict) => whatIsKnownOf(verdict, register, isRoom));
  const compared = people.slice(0, MOST_COMPARED);
  return people.flatMap((one): Doubt[] => {
    const other = isNew(one.verdict) ? compared.find((each) => each.verdict.person !== one.verdict.person && areAlike(one, each)) : undefined; // prettier-ignore
    return other ? [[one.verdict, other.verdict]] : [];
  });
}

interface About {
  verdict: Verdict;
  id: string | null;
  rooms: string[];
  email: string | null;
  born: string | null;
}

function whatIsKnownOf(verdict: Verdict, register: Register, isRoom: IsRoom): About {
  const { row } = verdict;
  const [known] = register.namedBy(row);
  const rooms = [row.location_id, known?.location].flatMap((id) => (id && isRoom(id) ? [id] : []));
  const id = row.student_key ?? known?.student_key ?? null;
  const given = id === null || isMadeStudentId(id) ? null : id;
  return { verdict, id: given, rooms, email: row.email_key ?? known?.email_key ?? null, born: row.date_of_birth ?? known?.date_of_birth ?? null }; // prettier-ignore
}

const areAlike = (one: About, other: About): boolean => {
  // A row without id and email is refused itself; the row with them is clear, unless the two have different locations.
  const isClear = isBare(other.verdict) && !isBare(one.verdict) && one.verdict.row.location_id === other.verdict.row.location_id; // prettier-ignore
  return (
    (!isBare(other.verdict) && one.rooms.some((room) => other.rooms.includes(room))) ||
    (one.email !== null && other.email !== null && areAlikeEmails(one.email, other.email)) ||
    (one.born !== null && other.born !== null && areAlikeDays(one.born, other.born)) ||
    !(isClear || areToldApart(one, other))
  );
};

/** Whether both have an email, a date of birth or an id, none of them alike. Ids that are one typing error apart tell nobody apart on their own. */
const areToldApart = (one: About, other: About): boolean =>
  (one.email !== null && other.email !== null) ||
  (one.born !== null && other.born !== null) ||
  (one.id !== null && other.id !== null && !isOneSlip(one.id, other.id));
