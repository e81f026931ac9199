import type { Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Problem = components['schemas']['ProblemResponse'];

/** A failure as an exception: its `code` decides, its message is the sentence for people. */
export class LodgeError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'LodgeError';
  }

  get code(): Problem['code'] {
    return this.problem.code;
  }
}

/**
 * The data of a call, such as `await unwrap(lodge.GET('/sites'))`.
 * @throws LodgeError with the problem document when the call failed
 */
export async function unwrap<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (error !== undefined) throw new LodgeError(error as Problem);
  return data as Data;
}

type BookingQuery = NonNullable<paths['/bookings']['get']['parameters']['query']>;
type Booking = components['schemas']['BookingResponse'];

/**
 * Every booking that a query finds, page by page, whatever the number of pages.
 * @throws LodgeError with the problem document when a page cannot be read
 */
export async function* everyBooking(lodge: Client<paths>, query: BookingQuery): AsyncGenerator<Booking> {
  let cursor: string | null | undefined;
  do {
    const page = await unwrap(
      lodge.GET('/bookings', { params: { query: { limit: 200, ...query, ...(cursor ? { cursor } : {}) } } }),
    );
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor);
}

/**
 * Gives the user who is logged in a picture: asks for a link, uploads, and confirms.
 * @throws LodgeError with the problem document when the picture is refused
 */
export async function uploadAvatar(lodge: Client<paths>, picture: Blob): Promise<{ raw_url: string }> {
  const { url, object_id } = await unwrap(
    lodge.POST('/users/avatar', { body: { content_type: picture.type as 'image/jpeg' } }),
  );
  const sent = await fetch(url, { method: 'PUT', body: picture, headers: { 'content-type': picture.type } });
  if (!sent.ok) throw new LodgeError((await sent.json()) as Problem);
  return unwrap(lodge.PUT('/users/avatar', { body: { object_id } }));
}
