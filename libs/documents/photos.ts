import sharp from 'sharp';
import { pictureKey } from '#libs/core/storage/object-keys';
import { type ObjectStore, readAll } from '#libs/core/storage/object-store';

// 10.4 x 13 mm at 400 dots an inch: faces this small need them.
const [WIDTH_PX, HEIGHT_PX] = [164, 205];
const MOST_BYTES = 5 * 1024 * 1024;
const AT_ONCE = 4;

/** Pictures as data URLs, cut to size for print, by their ids; what cannot be read is left out. */
export async function printablePhotos(store: ObjectStore, ids: string[]): Promise<Map<string, string>> {
  const photos = new Map<string, string>();
  const left = ids.values();
  const work = async () => {
    for (const id of left) {
      const photo = await printable(store, pictureKey(id));
      if (photo) photos.set(id, photo);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return photos;
}

/** Lines with the pictures of their people, cut to size for print. */
export async function withPhotos<Line extends { picture_id: string | null }>(store: ObjectStore, lines: Line[]) {
  const ids = lines.map(({ picture_id }) => picture_id).filter((id) => id !== null);
  const found = await printablePhotos(store, ids);
  return lines.map((line) => ({ ...line, photo: found.get(line.picture_id ?? '') }));
}

async function printable(store: ObjectStore, key: string): Promise<string | undefined> {
  const bytes = await readAll(store, key, MOST_BYTES);
  if (!bytes) return undefined;
  try {
    // Paper is white; JPEG would make what is transparent black.
    const cut = sharp(bytes).resize(WIDTH_PX, HEIGHT_PX, { fit: 'cover' }).flatten({ background: '#ffffff' });
    return `data:image/jpeg;base64,${(await cut.jpeg({ quality: 82 }).toBuffer()).toString('base64')}`;
  } catch {
    return undefined;
  }
}
