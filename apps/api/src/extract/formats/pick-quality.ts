import type { ListQuality } from '@dipper/contract';
import { hasAudio, isAudioOnly, isVideo, type Offer } from './offer.js';
import { nominalPixels } from './resolution.js';

/** Heights of the qualities named by height. */
const HEIGHTS: Readonly<Partial<Record<ListQuality, number>>> = {
  '2160p': 2160,
  '1080p': 1080,
  '720p': 720,
  '480p': 480,
  '360p': 360,
};

/**
 * The offer of an entry closest to the quality chosen for a whole list. Video: the largest up to the
 * height, else the smallest above it; with audio, in SDR and without a watermark if there is one.
 * Audio: the best as the source has it ('mp3' is made from that). If the entry has no such kind, the
 * best of the other: better than leaving it out.
 * @param offers best first, as from `offersOf`.
 * @returns null only for an empty list.
 */
export function pickQuality(offers: readonly Offer[], quality: ListQuality): Offer | null {
  // A conversion is made from one of the others.
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
  // Prefer the recommended one, which plays everywhere.
  return best.find(({ recommended }) => recommended) ?? best[0] ?? smallest(plain) ?? first;
}

/** The smallest of known size; else the first; null if there are none. */
function smallest(pictures: readonly Offer[]): Offer | null {
  const sized = pictures.filter((offer) => pixels(offer) > 0);
  const least = Math.min(...sized.map(pixels));
  return sized.find((offer) => pixels(offer) === least) ?? pictures[0] ?? null;
}

function pixels({ main }: Offer): number {
  return nominalPixels(main);
}

/** The preferred offers, or all if there are none. */
function preferred(offers: readonly Offer[], isPreferred: (offer: Offer) => boolean): Offer[] {
  const some = offers.filter(isPreferred);
  return some.length > 0 ? some : [...offers];
}
