/** What the keys of pictures begin with, and of files that came by a link and were not looked at yet. */
export const [PICTURES, UPLOADS] = ['pictures/', 'uploads/'];

export const pictureKey = (id: string): string => `${PICTURES}${id}.webp`;
export const uploadKey = (id: string): string => `${UPLOADS}${id}`;

/** The same in SQL, of the `id` of a row. */
export const [PICTURE_KEY, UPLOAD_KEY] = [`'${PICTURES}' || id || '.webp'`, `'${UPLOADS}' || id`];
