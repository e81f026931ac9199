import type { PresentLine } from '#libs/documents/roll-call/roll-call.queries';
import type { PresentBuildingResponse, PresentPersonResponse, RollCallResponse } from '#libs/documents/roll-call/roll-call.dto'; // prettier-ignore

interface Shown {
  site: { id: string; name: string };
  generatedAt: Date;
  now: Date;
  kept: boolean;
  people: PresentLine[];
}

/** Those of a list who are in a location or below it. */
export const withinTree = (people: PresentLine[], tree: string | undefined): PresentLine[] =>
  tree === undefined ? people : people.filter(({ above }) => above.includes(tree));

/** People in the order of a roll-call, laid out by building, floor and room. */
export function rollCallOf({ site, generatedAt, now, kept, people }: Shown): RollCallResponse {
  return {
    site: site.id,
    site_name: site.name,
    generated_at: generatedAt.toISOString(),
    age_seconds: Math.max(0, Math.floor((now.getTime() - generatedAt.getTime()) / 1_000)),
    kept,
    count: people.length,
    evacuation_count: people.filter(({ evacuation }) => evacuation.length > 0).length,
    buildings: runsOf(people, ({ building_id }) => building_id).map(buildingOf),
  };
}

function buildingOf(people: [PresentLine, ...PresentLine[]]): PresentBuildingResponse {
  const floors = runsOf(people, ({ floor }) => floor).map((onFloor) => ({
    floor: onFloor[0].floor,
    count: onFloor.length,
    rooms: runsOf(onFloor, ({ location }) => location).map((inRoom) => {
      const [{ location, room, code }] = inRoom;
      return { location, name: room, code, people: inRoom.map(personOf) };
    }),
  }));
  const [{ building_id: _id, building: name }] = people;
  return { _id, name, count: people.length, floors };
}

const personOf = (line: PresentLine): PresentPersonResponse => ({
  _id: line.student,
  record_name: line.record_name,
  student_id: line.student_id,
  booking: line.booking,
  reference: line.reference,
  lead: line.lead,
  photo_url: line.photo_url,
  evacuation: line.evacuation,
});

/** Neighbours of a list that have the same key, together. */
export function runsOf<Line>(lines: Line[], keyOf: (line: Line) => unknown): [Line, ...Line[]][] {
  const runs: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && keyOf(last[0]) === keyOf(line)) last.push(line);
    else runs.push([line]);
  }
  return runs;
}
