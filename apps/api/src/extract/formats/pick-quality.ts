import type { ListQuality } from '@dipper/contract';
import { hasAudio, isAudioOnly, isVideo, type Offer } from './offer.js';
import { nominalPixels } from './resolution.js';

/** Heights of what is asked for by its height. */
const HEIGHTS: Readonly<Partial<Record<ListQuality, number>>> = {
  '2160p': 2160,
  '1080p': 1080,
  '720p': 720,
  '480p': 480,
  '360p': 360,
};

/**
 * The offer of one entry that comes nearest to what was asked for a whole list. A picture: the
 * largest up to the height, else the smallest above it; with sound, in the usual range of brightness
 * and without a watermark where there is such a one. Sound: the best as the source has it ('mp3' is
 * made of that). Where there is no such kind at all, the best of the other: an entry is rather taken
 * as it is than left out.
 * @param offers best first, as `offersOf` gives them.
 * @returns null only for none.
 */
export function pickQuality(offers: readonly Offer[], quality: ListQuality): Offer | null {
  // A conversion is made of one of the others.
  const unconverted = offers.filter(({ convert }) => (convert ?? null) === null);
  const originals = preferred(unconverted, ({ language }) => (language ?? null) === null);
  const sounds = originals.filter(isAudioOnly);
  const pictures = originals.filter(isVideo);
  return quality === 'sound' || quality === 'mp3'
    ? (sounds[0] ?? smallest(pictures.filter(hasAudio)) ?? pickPicture(pictures, Infinity))
    : (pickPicture(pictures, HEIGHTS[quality] ?? Infinity) ?? sounds[0] ?? null);
}

function pickPicture(pictures: readonly Offer[], height: number): Offer | null {
  const whole = preferred(pictures, hasAudio);
  const clean = preferred(whole, ({ main }) => !main.watermarked);
  const plain = preferred(clean, ({ main }) => !main.isHdr);
  const [first = null] = plain;
  const upTo = plain.filter((offer) => pixels(offer) > 0 && pixels(offer) <= height);
  const tallest = upTo.reduce((most, offer) => Math.max(most, pixels(offer)), 0);
  const best = upTo.filter((offer) => pixels(offer) === tallest);
  // Of those the recommended one: what plays everywhere.
  return best.find(({ recommended }) => recommended) ?? best[0] ?? smallest(plain) ?? first;
}

/** Of those whose size is known; null where none is. */
function smallest(pictures: readonly Offer[]): Offer | null {
  const sized = pictures.filter((offer) => pixels(offer) > 0);
  const least = Math.min(...sized.map(pixels));
  return sized.find((offer) => pixels(offer) === least) ?? pictures[0] ?? null;
}

function pixels({ main }: Offer): number {
  return nominalPixels(main);
}

/** Those that are, or all where none is. */
function preferred(offers: readonly Offer[], isPreferred: (offer: Offer) => boolean): Offer[] {
  const some = offers.filter(isPreferred);
  return some.length > 0 ? some : [...offers];
}
