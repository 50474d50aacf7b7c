import type { ListQuality } from '@dipper/contract';
import { hasAudio, isAudioOnly, isVideo, type Offer } from '../offer.js';
import { nominalPixels } from '../resolution.js';
import { preferred } from './rank.js';

const HEIGHTS: Readonly<Partial<Record<ListQuality, number>>> = {
  '2160p': 2160,
  '1080p': 1080,
  '720p': 720,
  '480p': 480,
  '360p': 360,
};

/**
 * Chooses the offer of an entry that is closest to the quality chosen for a whole list. For video,
 * that is the largest up to the height, or else the smallest above it; if possible, with audio, in
 * SDR and without a watermark. For audio, it is the source's best audio ('mp3' is made from that).
 * If the entry has no offer of the wanted kind, the best offer of the other kind is used rather
 * than leaving the entry out.
 * @param offers best first, as returned by `offersOf`
 * @returns null only for an empty list
 */
export function pickQuality(offers: readonly Offer[], quality: ListQuality): Offer | null {
  // A conversion is always made from one of the other offers.
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
  // Prefer the recommended offer, because it plays everywhere.
  return best.find(({ recommended }) => recommended) ?? best[0] ?? smallest(plain) ?? first;
}

function smallest(pictures: readonly Offer[]): Offer | null {
  const sized = pictures.filter((offer) => pixels(offer) > 0);
  const least = Math.min(...sized.map(pixels));
  return sized.find((offer) => pixels(offer) === least) ?? pictures[0] ?? null;
}

function pixels({ main }: Offer): number {
  return nominalPixels(main);
}
