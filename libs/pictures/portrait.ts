import sharp from 'sharp';
import { DomainError } from '#libs/core/errors/domain-error';
import { PICTURE_TYPES } from '#libs/core/http/picture-types';

const EDGE_PX = 512;
// A decoder needs about four bytes per pixel: 160 MB at most, whatever a header claims.
const MOST_PIXELS = 40_000_000;
const DECODE_SECONDS = 10;

const unusable = (why: string) => new DomainError('invalid_image', why);

/**
 * An uploaded picture as Lodge keeps it: 512 x 512 WebP, upright, re-encoded from its pixels, so that nothing else of
 * the file is left.
 * @throws DomainError `invalid_image`
 */
export async function makePortrait(bytes: Buffer, contentType: string): Promise<Buffer> {
  // Before any decoder sees it: the ones for other formats, SVG above all, are never reached.
  if (!PICTURE_TYPES[contentType]?.(bytes)) throw unusable(`The file is no ${contentType}.`);
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
      .resize(EDGE_PX, EDGE_PX, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw unusable(/pixel limit/.test((error as Error).message) ? 'It has too many pixels.' : 'It cannot be decoded.');
  }
}
