import type { SoundType } from '@dipper/contract';
import type { SourceFormat } from '../../source-info.js';
import { originalsOf } from '../originals.js';
import { highest } from '../choice/scores.js';
import { nominalPixels } from '../resolution.js';
import { canCopyAudio } from './sound-types.js';

/** The quality per bit of each codec, relative to AAC. 20 stands for lossless codecs. */
const WORTH: readonly (readonly [RegExp, number])[] = [
  [/^(flac|alac|l?pcm|wav)/i, 20],
  [/^opus/i, 1.3],
  [/^mp3/i, 0.8],
];
/**
 * Dolby tracks are mixed for cinemas: they are quieter, and their six channels have to be mixed
 * down to two.
 */
const DOLBY = /^(ac-?3|ec-?3|eac3|ac-?4)/i;
/**
 * A stream that can be copied is preferred if it is worth at least this share of the best stream,
 * which would have to be re-encoded.
 */
const WORTH_COPYING = 0.5;
/** The rate assumed for audio whose rate is unknown, in kbit/s. */
const USUAL_KBPS = 128;
/** When only the audio is used, more pixels than this are a waste of bandwidth. */
const ENOUGH_PIXELS = 720;

/**
 * The format with an item's best audio: in the original language, audio-only rather than video, and
 * then with the highest real quality. Among formats of nearly equal quality, one that needs no
 * encoding is chosen.
 * @returns null if there is no audio
 */
export function bestSound(formats: readonly SourceFormat[], to: SoundType): SourceFormat | null {
  const originals = originalsOf(formats).filter(({ audio }) => audio !== 'no');
  const alone = originals.filter(({ video }) => video === 'no');
  const plain = alone.filter(({ acodec }) => !DOLBY.test(acodec ?? ''));
  const sounds = plain.length > 0 ? plain : alone;
  const candidates = sounds.length > 0 ? sounds : originals;
  const best = highest(candidates, scoreOf);
  const copied = highest(
    candidates.filter((format) => canCopyAudio(to, format)),
    scoreOf,
  );
  return copied !== null && worthOf(copied) >= worthOf(best ?? copied) * WORTH_COPYING
    ? copied
    : best;
}

/** The rate of a format's audio, kbit/s; null if unknown. */
export function soundRate({ abr, tbr, video }: SourceFormat): number | null {
  return abr ?? (video === 'no' ? tbr : null);
}

function scoreOf(format: SourceFormat): readonly number[] {
  const { languagePreference, quality, preference, protocol, video, sizeBytes } = format;
  const pixels = video === 'no' ? 0 : nominalPixels(format);
  return [
    languagePreference,
    video === 'no' ? quality : 0,
    worthOf(format),
    // Small videos have worse audio, and large videos only take longer to download.
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
