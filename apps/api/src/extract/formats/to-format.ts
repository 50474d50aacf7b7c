import { type Format, formatLabel, type LabelParts, startMergePath } from '@dipper/contract';
import { type FilenameParts, type Platform, suggestFilename } from '@dipper/media';
import type { SourceFormat } from '../source-info.js';
import {
  audioRate,
  type Conversion,
  hasAudio,
  isAudioOnly,
  needsTask,
  type Offer,
} from './offer.js';
import { qualityName, resolutionText } from './resolution.js';
import { offerSize } from './sizes.js';
import { SOUND_TYPES } from './sound/sound-types.js';

interface Origin {
  readonly platform: Platform | null;
  readonly title: string;
}

/** The parts of a file name except our host, which depends on the visitor's request. */
export type NameParts = Omit<FilenameParts, 'host'>;

/** The sum of the bitrates in kbit/s. */
function totalRate({ main, sound }: Offer): number | null {
  const rate = main.tbr ?? main.vbr ?? main.abr;
  return rate === null ? null : rate + (sound?.tbr ?? sound?.abr ?? 0);
}

/**
 * The parts of an offer's label. Offers that were stored before a field existed lack that field.
 */
export function labelParts(offer: Offer): LabelParts {
  const { main, container } = offer;
  const isAudio = isAudioOnly(offer);
  const rate = isAudio ? audioRate(offer) : null;
  return {
    ext: container,
    is_audio_only: isAudio,
    has_audio: hasAudio(offer),
    quality: isAudio ? null : (resolutionText(main) ?? (qualityName(main) || null)),
    bitrate: rate === null ? null : Math.round(rate),
    hdr: !isAudio && (main.isHdr ?? false),
    watermarked: !isAudio && (main.watermarked ?? false),
  };
}

export function labelOf(offer: Offer): string {
  return formatLabel(labelParts(offer));
}

export function namePartsOf(offer: Offer, { platform, title }: Origin): NameParts {
  const rate = isAudioOnly(offer) ? audioRate(offer) : null;
  return {
    source: platform?.id ?? '',
    title,
    platform: platform?.id,
    ext: offer.container,
    resolution: [isAudioOnly(offer) ? null : resolutionText(offer.main), ...spokenParts(offer)]
      .filter(Boolean)
      .join(' '),
    bitrateKbps: rate === null ? null : Math.round(rate),
  };
}

/** The parts that distinguish the file names of several languages of one page. */
function spokenParts({ language, voice }: Offer): (string | null)[] {
  return [language ?? null, voice ?? null];
}

/**
 * The name under which a file is saved.
 * @param host the host name under which the visitor reached us, with or without a port
 */
export function fileNameOf(parts: NameParts, host: string): string {
  return suggestFilename({ ...parts, host: host.replace(/:\d+$/, '') });
}

interface KnownName extends Origin {
  readonly host: string;
  readonly name: string;
}

/**
 * The last name of each offer. Visitors of the same page are given the same names, and to shorten
 * names took an eighth of the time of a search for a known page.
 */
const names = new WeakMap<Offer, KnownName>();

function knownName(offer: Offer, origin: Origin, host: string): string {
  const { platform, title } = origin;
  const known = names.get(offer);
  if (known?.host === host && known.title === title && known.platform === platform) {
    return known.name;
  }
  const name = fileNameOf(namePartsOf(offer, origin), host);
  names.set(offer, { platform, title, host, name });
  return name;
}

/**
 * Converts an offer to a row of the API.
 * @param offerId also the task's id, if a task makes the file
 */
export function toFormat(
  offer: Offer,
  origin: Origin,
  { offerId, host }: { offerId: string; host: string },
): Format {
  const { main, sound } = offer;
  const size = offerSize(offer);
  const taskId = needsTask(offer) ? offerId : null;
  const isMade = offer.kind === 'merge' || offer.kind === 'audio';
  return {
    format_id: main.id,
    kind: offer.kind,
    url: isMade && taskId !== null ? startMergePath(taskId) : main.url,
    label: labelOf(offer),
    ...labelParts(offer),
    resolution: isAudioOnly(offer) ? null : resolutionText(main),
    tbr: totalRate(offer),
    abr: sound?.abr ?? main.abr,
    vbr: main.vbr,
    fps: main.fps,
    vcodec: main.vcodec,
    acodec: sound?.acodec ?? main.acodec,
    filesize: size.bytes,
    filesize_approx: size.estimate,
    recommended: offer.recommended,
    reason: offer.reason ?? null,
    language: offer.language ?? null,
    voice: offer.voice ?? null,
    filename: knownName(offer, origin, host),
    offer_id: offerId,
    ...(taskId === null ? {} : { task_id: taskId }),
    ...(sound === null ? {} : { audio_format_id: sound.id }),
    ...(offer.convert ? convertedFields(offer.convert, main) : {}),
  };
}

/** The fields that differ for a conversion, which has only audio, and in another codec. */
function convertedFields(
  { to, bitrate, kbps }: Conversion,
  main: SourceFormat,
): Pick<
  Format,
  'format_id' | 'audio_format_id' | 'tbr' | 'abr' | 'vbr' | 'fps' | 'vcodec' | 'acodec'
> {
  return {
    format_id: [to, bitrate].filter((part) => part !== null).join('-'),
    audio_format_id: main.id,
    ...{ tbr: kbps, abr: kbps, vbr: null, fps: null, vcodec: null, acodec: SOUND_TYPES[to].codec },
  };
}
