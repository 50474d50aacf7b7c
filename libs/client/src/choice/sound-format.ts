import type { Format, SoundType } from '@dipper/contract';

/** In kbit/s; high enough for most sources. */
const USUAL_RATE = 192;
/** In kbit/s; high enough for speech. */
const LOW_RATE = 128;
/** In kbit/s; sources up to this bitrate are probably speech. */
const SPEECH = 80;

/** True for audio that the server converts. Other formats come straight from the source. */
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

/** The audio formats of an item, in its original language. */
export interface SoundFormats {
  /** The source's own audio. */
  readonly best: Format | undefined;
  /** Audio of the requested type; the source's own is preferred to a conversion. */
  readonly ofType: Format | undefined;
}

/**
 * Chooses audio from an item's formats.
 * @param formats best first
 */
export function soundFormats(formats: readonly Format[], type: SoundType | null): SoundFormats {
  const sounds = formats.filter(
    ({ is_audio_only, language }) => is_audio_only && language === null,
  );
  const best = sounds.find((format) => !isConverted(format));
  const matching = sounds.filter(({ ext }) => ext.toLowerCase() === type);
  return {
    best,
    ofType: matching.find((format) => !isConverted(format)) ?? fitting(matching, best),
  };
}
