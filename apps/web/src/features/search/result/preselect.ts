import { type Format, soundTypeSchema, type SoundType, type VideoQuality } from '@dipper/contract';
import type { Wish } from '@dipper/site';
import type { DeviceChoice } from '../../../lib/device-choice.js';
import { atQuality } from './default-quality.js';

/** What a visitor came for: the usual file, the best sound as it is, or sound of a type. */
export type Choice = 'usual' | 'sound' | SoundType;

/** kbit/s that are enough for what most sources send. */
const USUAL_RATE = 192;
/** Of speech; more would keep nothing that is there, kbit/s. */
const LOW_RATE = 128;
/** Up to here a source is speech, kbit/s. */
const SPEECH = 80;

/**
 * What is marked in a result.
 * @param wish of the page: those that end in -to-mp3 mean MP3, whatever else is preferred
 * @param account its `default_audio_format`, which says as what sound is wanted, not whether
 * @param onlySound there is nothing but sound to want
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

/** Made from the sound there is: any other row is as the source has it. */
export function isConverted({ kind, task_id }: Pick<Format, 'kind' | 'task_id'>): boolean {
  return kind === 'audio' && task_id !== undefined;
}

function rateOf({ bitrate, abr, tbr }: Format): number | null {
  return bitrate ?? abr ?? tbr;
}

/** Of conversions to one type: 192 kbit/s, or 128 of what has no more; else the nearest. */
function fitting(conversions: readonly Format[], source: Format | undefined): Format | undefined {
  const sourceRate = source === undefined ? null : rateOf(source);
  const wanted = sourceRate !== null && sourceRate <= SPEECH ? LOW_RATE : USUAL_RATE;
  const distance = (format: Format) => Math.abs((rateOf(format) ?? wanted) - wanted);
  return [...conversions].sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * The format that is marked: where a type of sound is wanted, the source's own of that type before a
 * conversion, and the best sound before none.
 * @param formats best first, at least one
 * @param quality the account's default, for the usual file
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
