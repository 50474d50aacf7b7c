import type { SoundType } from '@dipper/contract';
import type { SourceFormat } from '../source-info.js';
import { originalsOf } from './originals.js';
import { compareScores } from './pair-audio.js';
import { nominalPixels } from './resolution.js';
import { isTaken } from './sound-types.js';

/** What a rate is worth by its codec, of AAC; nothing is lost in the last. */
const WORTH: readonly (readonly [RegExp, number])[] = [
  [/^(flac|alac|l?pcm|wav)/i, 20],
  [/^opus/i, 1.3],
  [/^mp3/i, 0.8],
];
/** Dolby's are mixed for cinemas: quieter, and of six channels that are to become two. */
const DOLBY = /^(ac-?3|ec-?3|eac3|ac-?4)/i;
/** A copy is worth so much less than the best that is to be encoded once more. */
const WORTH_COPYING = 0.5;
/** Taken for the rate of a sound of which nothing is known, kbit/s. */
const USUAL_KBPS = 128;
/** Above this a picture is fetched for nothing. */
const ENOUGH_PIXELS = 720;

/**
 * Where the sound of an item is best: in the original language, by itself before beside a picture,
 * of the highest real quality; of about equals what need not be encoded.
 * @returns null where there is none.
 */
export function bestSound(formats: readonly SourceFormat[], to: SoundType): SourceFormat | null {
  const originals = originalsOf(formats).filter(({ audio }) => audio !== 'no');
  const alone = originals.filter(({ video }) => video === 'no');
  const plain = alone.filter(({ acodec }) => !DOLBY.test(acodec ?? ''));
  const sounds = plain.length > 0 ? plain : alone;
  const candidates = sounds.length > 0 ? sounds : originals;
  const best = highest(candidates);
  const copied = highest(candidates.filter((format) => isTaken(to, format)));
  return copied !== null && worthOf(copied) >= worthOf(best ?? copied) * WORTH_COPYING
    ? copied
    : best;
}

/** The rate of the sound in a format, kbit/s; null where its page does not say. */
export function soundRate({ abr, tbr, video }: SourceFormat): number | null {
  return abr ?? (video === 'no' ? tbr : null);
}

/** Of equals the last: yt-dlp sorts from the worst to the best. */
function highest(formats: readonly SourceFormat[]): SourceFormat | null {
  let best: { format: SourceFormat; score: readonly number[] } | null = null;
  for (const format of formats) {
    const score = scoreOf(format);
    if (best === null || compareScores(score, best.score) >= 0) {
      best = { format, score };
    }
  }
  return best?.format ?? null;
}

function scoreOf(format: SourceFormat): readonly number[] {
  const { languagePreference, quality, preference, protocol, video, sizeBytes } = format;
  const pixels = video === 'no' ? 0 : nominalPixels(format);
  return [
    languagePreference,
    video === 'no' ? quality : 0,
    worthOf(format),
    // Sites give small pictures a worse sound, and large ones only cost more.
    pixels > ENOUGH_PIXELS ? -pixels : pixels,
    Number(protocol === 'file'),
    preference,
    -(sizeBytes ?? 0),
  ];
}

function worthOf(format: SourceFormat): number {
  const codec = format.acodec ?? format.ext;
  const worth = WORTH.find(([pattern]) => pattern.test(codec))?.[1] ?? 1;
  return (soundRate(format) ?? USUAL_KBPS) * worth;
}
