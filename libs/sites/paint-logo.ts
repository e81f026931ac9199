import sharp from 'sharp';
import { InvalidField } from '#libs/core/errors/domain-error';
import { PICTURE_TYPES } from '#libs/core/http/picture-types';

// 60 x 20 mm at 300 dots an inch.
const [WIDTH_PX, HEIGHT_PX] = [708, 236];
const [MOST_PIXELS, DECODE_SECONDS, MOST_PNG_BYTES] = [40_000_000, 10, 262_144];

const unusable = (why: string) => new InvalidField('invalid_image', '/image', why);

/**
 * A logo as Lodge keeps it: a PNG that fits 708 x 236, re-encoded from its pixels, so that nothing else of the file remains.
 * @throws InvalidField `invalid_image`
 */
export async function paintLogo(base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  // Before any decoder sees it: the ones for other formats, SVG above all, are never reached.
  if (!Object.values(PICTURE_TYPES).some((is) => is(bytes)))
    throw unusable('must be a JPEG, a PNG or a WebP, in base64');
  const png = await painted(bytes);
  if (png.length > MOST_PNG_BYTES) throw unusable('has too many details: as a PNG it would be larger than 256 KiB');
  return png;
}

async function painted(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
      .resize(WIDTH_PX, HEIGHT_PX, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true, quality: 90 })
      .toBuffer();
  } catch (error) {
    throw unusable(/pixel limit/.test((error as Error).message) ? 'has too many pixels' : 'cannot be decoded');
  }
}
