import sharp from 'sharp';
import { DomainError } from '#libs/core/errors/domain-error';

const EDGE_PX = 512;
// A decoder needs about four bytes a pixel: 160 MB at most, whatever a header claims.
const MOST_PIXELS = 40_000_000;
const DECODE_SECONDS = 10;

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** The types that are taken, each by the first bytes of its files. */
export const PICTURE_TYPES: Record<string, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
};

const unusable = (why: string) => new DomainError('invalid_image', why);

/**
 * An uploaded picture as Lodge keeps it: 512 x 512 WebP, upright, painted anew from its pixels, so that nothing else of
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
