import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '#libs/core/errors/domain-error';
import { LARGE, type LargeRoute, ORDINARY } from '#libs/core/http/large-body';

/** How long the bytes of a body may take to arrive, in seconds; nginx, if it is in front of Lodge, receives them first. */
const [ORDINARY_SECONDS, LARGE_SECONDS] = [30, 120];

/** A large body takes one of few places, so that it may not arrive more slowly than this once it has begun. */
const [SLOW_AFTER_MS, LEAST_BYTES_PER_SECOND, LOOK_MS] = [15_000, 4_096, 5_000];

const brokenOff = () => new DomainError('malformed_json', 'The body was broken off.');

/** How long the rest of a body that is refused is let through; its sender may not listen before all is sent. */
const LET_THROUGH_MS = 2_000;

function letThrough(payload: Readable, done: () => void): void {
  const timer = setTimeout(done, LET_THROUGH_MS);
  const ended = () => {
    clearTimeout(timer);
    done();
  };
  payload.once('end', ended).once('close', ended).resume();
}

/**
 * Passes the bytes of a body on as they arrive. The rest of a refused body is discarded, so that its
 * sender receives the response.
 * @throws DomainError `payload_too_large`, `request_timeout`, `malformed_json`, and what `take` throws
 */
export function readBody(request: FastifyRequest, payload: Readable, take: (piece: Buffer) => void): Promise<void> {
  const { large } = request.routeOptions.config as LargeRoute;
  const most = large ? LARGE : ORDINARY;
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  const tooLarge = () => new DomainError('payload_too_large', `The body is larger than ${most / 1_048_576} MiB.`);
  let bytes = 0;
  return new Promise((resolve, reject) => {
    if (declared > most) return void reject(tooLarge());
    const seconds = large ? LARGE_SECONDS : ORDINARY_SECONDS;
    const late = () => end(new DomainError('request_timeout', `The body did not arrive within ${seconds} s.`));
    const timer = setTimeout(late, seconds * 1_000);
    const began = performance.now();
    const look = () => {
      const ms = performance.now() - began;
      if (ms >= SLOW_AFTER_MS && bytes < (ms / 1_000) * LEAST_BYTES_PER_SECOND)
        end(new DomainError('request_timeout', `The body arrived at less than ${LEAST_BYTES_PER_SECOND} bytes per second.`)); // prettier-ignore
    };
    const pace = large ? setInterval(look, LOOK_MS) : undefined;
    const onData = (piece: Buffer) => {
      bytes += piece.length;
      try {
        if (bytes > most) throw tooLarge();
        take(piece);
      } catch (error) {
        end(error as Error);
      }
    };
    const onEnd = () => {
      const isWhole = Number.isNaN(declared) || declared === bytes;
      end(isWhole ? undefined : new DomainError('malformed_json', 'Content-Length differs from the body.'));
    };
    const onBreak = () => end(brokenOff());
    const end = (error?: Error) => {
      clearTimeout(timer);
      clearInterval(pace);
      payload.off('data', onData).off('end', onEnd).off('close', onBreak);
      if (!error) resolve();
      else if (payload.readableEnded || payload.destroyed) reject(error);
      else letThrough(payload, () => reject(error));
    };
    payload.on('data', onData).on('end', onEnd).on('close', onBreak).on('error', onBreak);
  });
}

/** A body as a stream, within the same bounds: what is wrong with it is the error of the stream. */
export function arriving(request: FastifyRequest, payload: Readable): Readable {
  const file = new PassThrough();
  // A stream that is destroyed before it is read passes its error to its later reader.
  file.on('error', () => undefined);
  readBody(request, payload, (piece) => void file.write(piece)).then(
    () => file.end(),
    (error: Error) => file.destroy(error),
  );
  return file;
}
