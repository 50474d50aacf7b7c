import { type Format, soundTypeSchema, type SoundType, type VideoQuality } from '@dipper/contract';
import type { Wish } from '@dipper/site';
import type { DeviceChoice } from '../device-choice.js';
import { atQuality } from './default-quality.js';

/** What a visitor wants: the usual file, the best original audio, or one type of audio. */
export type Choice = 'usual' | 'sound' | SoundType;

/** In kbit/s; high enough for most sources. */
const USUAL_RATE = 192;
/** In kbit/s; high enough for speech. */
const LOW_RATE = 128;
/** In kbit/s; sources up to this bitrate are probably speech. */
const SPEECH = 80;

/**
 * Returns the choice that decides which format a result recommends.
 * @param wish what the page is for; paths ending in -to-mp3 mean MP3, whatever the preferences
 * @param account its `default_audio_format`, which sets the type of audio but not whether audio is
 * wanted
 * @param onlySound true if the item has only audio
 */
export function choiceOf(
  wish: Wish | null,
  device: DeviceChoice,
  account: string | null = null,
  onlySound = false,
): Choice {
  if (wish === 'sound') {
    return 'mp3';
  }
  const type = soundTypeSchema.safeParse(account);
  const takesType = device === 'sound' || (device === 'usual' && onlySound);
  return takesType && type.success ? type.data : device;
}

/** True for audio that we convert. Other formats come straight from the source. */
export function isConverted({ kind, task_id }: Pick<Format, 'kind' | 'task_id'>): boolean {
  return kind === 'audio' && task_id !== undefined;
}

function rateOf({ bitrate, abr, tbr }: Format): number | null {
  return bitrate ?? abr ?? tbr;
}

/**
 * Returns the best conversion to one type: the one nearest to 192 kbit/s, or to 128 kbit/s for
 * speech.
 */
function fitting(conversions: readonly Format[], source: Format | undefined): Format | undefined {
  const sourceRate = source === undefined ? null : rateOf(source);
  const wanted = sourceRate !== null && sourceRate <= SPEECH ? LOW_RATE : USUAL_RATE;
  const distance = (format: Format) => Math.abs((rateOf(format) ?? wanted) - wanted);
  return [...conversions].sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * Returns the recommended format. If a type of audio is chosen, the source's own audio of that type
 * wins over a conversion; if there is neither, the best audio does.
 * @param formats best first, at least one
 * @param quality the account's default for the usual file
 */
export function preselect(
  formats: readonly Format[],
  choice: Choice,
  quality: VideoQuality = 'auto',
): Format {
  const sounds = formats.filter(
    ({ is_audio_only, language }) => is_audio_only && language === null,
  );
  const best = sounds.find((format) => !isConverted(format));
  const ofType = sounds.filter(({ ext }) => ext.toLowerCase() === choice);
  const usual =
    atQuality(formats, quality) ?? formats.find((format) => format.recommended) ?? formats[0];
  const found =
    choice === 'usual'
      ? usual
      : (ofType.find((format) => !isConverted(format)) ?? fitting(ofType, best) ?? best ?? usual);
  if (found === undefined) {
    throw new Error('A result has at least one format (contract)');
  }
  return found;
}
