import { soundFormats } from '@dipper/client';
import { type Format, soundTypeSchema, type SoundType, type VideoQuality } from '@dipper/contract';
import type { OfferedFirst } from '@dipper/site';
import type { DeviceChoice } from '../device-choice.js';
import { atQuality } from './default-quality.js';

/** What to recommend: the usual file, the best original audio, or one type of audio. */
export type FormatChoice = 'usual' | 'sound' | SoundType;

/**
 * Returns the choice that decides which format a result recommends.
 * @param first what the page offers first; paths ending in -to-mp3 mean MP3, whatever the
 * preferences
 * @param account the account's `default_audio_format`, which sets the type of audio but not whether
 * audio is wanted
 * @param onlySound true if the item has only audio
 */
export function choiceOf(
  first: OfferedFirst | null,
  device: DeviceChoice,
  account: string | null = null,
  onlySound = false,
): FormatChoice {
  if (first === 'sound') {
    return 'mp3';
  }
  const type = soundTypeSchema.safeParse(account);
  const takesType = device === 'sound' || (device === 'usual' && onlySound);
  return takesType && type.success ? type.data : device;
}

/**
 * Returns the recommended format. If a type of audio is chosen, the source's own audio of that type
 * wins over a conversion. If there is neither, the best audio is recommended.
 * @param formats the formats, best first; at least one
 * @param quality the account's default for the usual file
 */
export function preselect(
  formats: readonly Format[],
  choice: FormatChoice,
  quality: VideoQuality = 'auto',
): Format {
  const type = choice === 'usual' || choice === 'sound' ? null : choice;
  const { best, ofType } = soundFormats(formats, type);
  const usual =
    atQuality(formats, quality) ?? formats.find((format) => format.recommended) ?? formats[0];
  const found = choice === 'usual' ? usual : (ofType ?? best ?? usual);
  if (found === undefined) {
    throw new Error('A result has at least one format (contract)');
  }
  return found;
}
