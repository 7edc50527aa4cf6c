// Pixels to files: the few ways a forged picture is resized and packed.
import sharp from 'sharp';

// Several processes share a build machine; libvips' own threads would only fight the two workers.
sharp.concurrency(1);

const raw = ({ px, W, H }) => sharp(px, { raw: { width: W, height: H, channels: 4 } });

/** A forged picture as WebP of the given size. */
export function webp(picture, width, height, quality = 84) {
  return raw(picture)
    .resize(width, height, { kernel: 'lanczos3' })
    .webp({ quality, alphaQuality: 90, effort: 6, smartSubsample: true })
    .toBuffer();
}

/** A forged picture as a PNG of the given width, for compositing. */
export const png = (picture, width) => raw(picture).resize(width).png().toBuffer();

/** A forged picture cut to its visible box, as WebP no larger than width × height. */
export async function trimmedWebp(picture, width, height, quality = 88) {
  const cut = await raw(picture).png().toBuffer();
  return sharp(cut)
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 2 })
    .resize(width, height, { fit: 'inside', kernel: 'lanczos3' })
    .webp({ quality, alphaQuality: 92, effort: 6, smartSubsample: true })
    .toBuffer();
}
