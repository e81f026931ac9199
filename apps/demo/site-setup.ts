import type { Created } from './answers.js';
import type { LodgeClient } from './lodge-client.js';
import { sideBySide } from './side-by-side.js';

export const TIME_ZONE = 'Europe/Lisbon';

export interface RoomToBuild {
  type: string;
  name: string;
  floor: string;
}

export interface Site {
  id: string;
  building: string;
  /** Room name to location id. */
  rooms: Map<string, string>;
}

const COLOURS = ['#2F6FED', '#0F9D8A', '#B4532A', '#7A4FBF', '#C2417C', '#4C7A2E', '#A67C00', '#3D7EA6', '#8C564B'];

/** Makes a site with one building and its rooms. */
export async function setUpSite(
  client: LodgeClient,
  name: string,
  rooms: readonly RoomToBuild[],
  width: number,
): Promise<Site> {
  const { _id: id } = await client.post<Created>('/sites', { name, time_zone: TIME_ZONE, date_order: 'dmy' });
  const building = await createBuilding(client, id);
  const types = await createRoomTypes(client, id, rooms);
  const locations = new Map<string, string>();
  await sideBySide(rooms, width, async (room) => {
    const body = { ...room, type: undefined, code: room.name, location_type: types.get(room.type), parent: building };
    locations.set(room.name, (await client.post<Created>(`/sites/${id}/locations`, body))._id);
  });
  return { id, building, rooms: locations };
}

async function createBuilding(client: LodgeClient, site: string): Promise<string> {
  const type = { name: 'Building', colour: '#5B6470', can_be_allocated_to_bookings: false };
  const { _id: location_type } = await client.post<Created>(`/sites/${site}/location-types`, type);
  const building = { name: 'Resort Hotel', code: 'RH', location_type };
  return (await client.post<Created>(`/sites/${site}/locations`, building))._id;
}

async function createRoomTypes(
  client: LodgeClient,
  site: string,
  rooms: readonly RoomToBuild[],
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const type of new Set(rooms.map((room) => room.type))) {
    const colour = COLOURS[made.size % COLOURS.length];
    const body = { name: `Room type ${type}`, colour, can_be_allocated_to_bookings: true, cleaning_type: 'on_vacancy' };
    made.set(type, (await client.post<Created>(`/sites/${site}/location-types`, body))._id);
  }
  return made;
}
