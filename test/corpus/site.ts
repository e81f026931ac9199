import { v5 } from 'uuid';
import { NAMES } from '#apps/demo/name-lists';
import { pick, seeded } from '#apps/demo/seeded';
import { searchable as folded } from '#libs/matching/text';

export interface Person {
  id: string;
  student_id: string;
  first_name: string;
  last_name: string;
  email: string;
  kind: 'ordinary' | 'twin' | 'sibling' | 'namesake';
  /** The twin or sibling, and one namesake. */
  relative?: Person;
  /** Nobody else has the same names, in whatever order. */
  unmistakable: boolean;
}

export interface Room {
  id: string;
  parent: string | null;
  name: string;
  code: string;
  type: 'House' | 'Flat' | 'Room';
  path: string;
}

/** A site to test matching on: its people and rooms are the same on every machine. */
export interface CorpusSite {
  id: string;
  people: Person[];
  rooms: Room[];
  houses: Room[];
}

const NAMESPACE = '6b1d5f0e-7f0a-4d0e-9f0b-6d1c2a3b4c5d';
export const idOf = (name: string): string => v5(name, NAMESPACE);
const PEOPLE = 3_000;

const SCRIPTS = [
  ['Иван Мария Ольга Сергей Анна Пётр', 'Петров Иванова Смирнов Козлова Ёлкин'],
  ['Ελένη Γιώργος Άννα Νίκος', 'Παπαδόπουλος Νικολάου Γεωργίου'],
  ['伟 芳 秀英 敏 静 丽', '王 李 张 刘 陈 欧阳'],
  ['محمد فاطمة أحمد ليلى', 'الأحمد الهاشمي حداد'],
  ['민준 서연 지우 하은', '김 이 박 최'],
].map(([first = '', last = '']) => ({ first: first.split(' '), last: last.split(' ') }));

const TWINS = [
  'Lena Lea', 'Marta Maria', 'Jan Jana', 'Tim Tom', 'Anna Hanna', 'Luca Luka', 'Marie-Claire Marie-Louise', 'Sara Zara',
  'Daniel Daniela', 'Paul Paula', 'Ana Ania', 'Mia Pia', 'Noah Noa', 'Julian Julia', 'Emma Emmy', 'Min-jun Min-ji',
].map((pair) => pair.split(' ')); // prettier-ignore

const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** 3,000 students, with twins, siblings, namesakes, compound names and five scripts; 400 rooms in eight houses. */
export function makeSite(): CorpusSite {
  const houses: Room[] = [];
  return { id: idOf('site'), people: makePeople(), rooms: makeRooms(houses), houses };
}

function makePeople(): Person[] {
  const random = seeded(2027);
  const people: Person[] = [];
  const add = (first_name: string, last_name: string, kind: Person['kind'] = 'ordinary', relative?: Person) => {
    const number = people.length + 1;
    // Six ids in ten begin with zeros; the others have a prefix and a hyphen.
    const student_id = (relative ? relative.student_id.startsWith('0') : random() < 0.6)
      ? String(310_000 + number).padStart(8, '0')
      : `LC-${20_000 + number}`;
    const email = `${ascii(first_name).slice(0, 1)}${ascii(last_name) || 'student'}${number}@uni.example`;
    const person = { id: idOf(`p${number}`), student_id, first_name, last_name, email, kind, unmistakable: true };
    people.push(relative ? { ...person, relative } : person);
    const made = people.at(-1) as Person;
    if (relative) relative.relative = made;
    return made;
  };
  const tongues = Object.values(NAMES);
  const name = () => {
    const { first, last } = random() < 0.06 ? pick(SCRIPTS, random) : pick(tongues, random);
    const hasTwo = random() < 0.15;
    const forename = hasTwo && random() < 0.5 ? `${pick(first, random)} ${pick(first, random)}` : pick(first, random);
    return [forename, hasTwo ? `${pick(last, random)} ${pick(last, random)}` : pick(last, random)] as const;
  };
  while (people.length < PEOPLE) {
    const [first, last] = name();
    const dice = random();
    if (dice < 0.03) {
      const [one = '', other = ''] = pick(TWINS, random);
      add(other, last, 'twin', add(one, last, 'twin'));
    } else if (dice < 0.08) add(name()[0], last, 'sibling', add(first, last, 'sibling'));
    else if (dice < 0.095) add(first, last, 'namesake', add(first, last, 'namesake'));
    else add(first, last);
  }
  const seen = new Map<string, number>();
  const keyOf = ({ first_name, last_name }: Person) => nameKey(`${first_name} ${last_name}`);
  for (const person of people) seen.set(keyOf(person), (seen.get(keyOf(person)) ?? 0) + 1);
  for (const person of people) person.unmistakable = seen.get(keyOf(person)) === 1;
  return people;
}

function makeRooms(houses: Room[]): Room[] {
  const rooms: Room[] = [];
  const add = (type: Room['type'], name: string, code: string, parent?: Room): Room => {
    const path = parent ? `${parent.path} / ${name}` : name;
    const room = { id: idOf(`l${code}`), parent: parent?.id ?? null, name, code, type, path };
    (type === 'House' ? houses : rooms).push(room);
    return room;
  };
  for (const [name, letter] of [['Birch House', 'B'], ['Cedar House', 'C'], ['Elm Court', 'E']] as const) {
    const house = add('House', name, letter);
    for (let flat = 1; flat <= 10; flat++) {
      const home = add('Flat', `Flat ${flat}`, `${letter}-${flat}`, house);
      for (const room of 'ABCDE') add('Room', `Room ${room}`, `${letter}-${flat}${room}`, home);
    }
  } // prettier-ignore
  for (const [name, code] of [['North Tower', 'NT'], ['South Tower', 'ST']] as const) {
    const house = add('House', name, code);
    for (let floor = 1; floor <= 5; floor++)
      for (let room = 1; room <= 10; room++) add('Room', `${floor * 100 + room}`, `${code}-${floor * 100 + room}`, house);
  } // prettier-ignore
  const ash = add('House', 'Ash Court', 'AC');
  for (let room = 1; room <= 50; room++) add('Room', `Studio ${room}`, `AC${String(room).padStart(2, '0')}`, ash);
  const mill = add('House', 'Mill Lane', 'ML');
  for (let flat = 1; flat <= 10; flat++)
    for (let room = 1; room <= 5; room++) add('Room', `Mill ${flat}.0${room}`, `ML.${flat}.0${room}`, mill);
  // 1-11 and 11-1 are the same letters and digits, and two rooms.
  const quay = add('House', 'Quay View', 'QV');
  for (const [flat, count] of [[1, 12], [11, 12], [2, 13], [3, 13]] as const) {
    const home = add('Flat', `Quay Flat ${flat}`, `QV-${flat}`, quay);
    for (let room = 1; room <= count; room++) add('Room', `Quay ${flat}-${room}`, `QV-${flat}-${room}`, home);
  } // prettier-ignore
  return rooms;
}

/** The words of a name, folded and sorted, so that `Byron, Ada` is `Ada Byron`. */
const nameKey = (name: string): string =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
