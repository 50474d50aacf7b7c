import { type Format, LABEL_WORDS, startMergePath } from '@dipper/contract';
import { displayBitrate, type FilenameParts, type Platform, suggestFilename } from '@dipper/media';
import { audioRate, hasAudio, isAudioOnly, type Offer } from './offer.js';
import { qualityName, resolutionText } from './resolution.js';
import { offerSize } from './sizes.js';

/** Where a format comes from, for its file name. */
interface Origin {
  readonly platform: Platform | null;
  readonly title: string;
}

/** What a file name is made of, but for our host, which is the visitor's to know. */
export type NameParts = Omit<FilenameParts, 'host'>;

/** Sum of bitrates, kbit/s. */
function totalRate({ main, sound }: Offer): number | null {
  const rate = main.tbr ?? main.vbr ?? main.abr;
  return rate === null ? null : rate + (sound?.tbr ?? sound?.abr ?? 0);
}

/** What a format is called: "1080p60 MP4", "Audio M4A 128 kbps". */
export function labelOf(offer: Offer): string {
  const { main, container } = offer;
  const type = container.toUpperCase();
  if (isAudioOnly(offer)) {
    const rate = audioRate(offer);
    return [LABEL_WORDS.audio, type, rate === null ? null : displayBitrate(Math.round(rate))]
      .filter(Boolean)
      .join(' ');
  }
  const pixels = resolutionText(main) ?? (qualityName(main) || LABEL_WORDS.video);
  // Said only where a row is of it: it looks washed out on an ordinary screen.
  const size = main.isHdr ? `${pixels} HDR` : pixels;
  const asides = [
    hasAudio(offer) ? null : LABEL_WORDS.silent,
    main.watermarked ? LABEL_WORDS.watermark : null,
  ].filter(Boolean);
  return asides.length === 0 ? `${size} ${type}` : `${size} ${type} (${asides.join(', ')})`;
}

/** What the file name of an offer is made of. */
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

/** Files of one page in several languages are not to have one name. */
function spokenParts({ language, voice }: Offer): (string | null)[] {
  return [language ?? null, voice ?? null];
}

/** The name that a file is saved under. @param host our host, as the visitor knows it, with or without a port. */
export function fileNameOf(parts: NameParts, host: string): string {
  return suggestFilename({ ...parts, host: host.replace(/:\d+$/, '') });
}

/** The row of the wire for an offer. @param taskId for offers whose file is made by a task. */
export function toFormat(
  offer: Offer,
  origin: Origin,
  { taskId, host }: { taskId: string | null; host: string },
): Format {
  const { main, sound } = offer;
  const size = offerSize(offer);
  return {
    format_id: main.id,
    kind: offer.kind,
    url: offer.kind === 'merge' && taskId !== null ? startMergePath(taskId) : main.url,
    label: labelOf(offer),
    ext: offer.container,
    resolution: isAudioOnly(offer) ? null : resolutionText(main),
    is_audio_only: isAudioOnly(offer),
    has_audio: hasAudio(offer),
    tbr: totalRate(offer),
    abr: sound?.abr ?? main.abr,
    vbr: main.vbr,
    fps: main.fps,
    // What was kept before a field came to be has none.
    hdr: main.isHdr ?? false,
    vcodec: main.vcodec,
    acodec: sound?.acodec ?? main.acodec,
    filesize: size.bytes,
    filesize_approx: size.estimate,
    recommended: offer.recommended,
    reason: offer.reason ?? null,
    language: offer.language ?? null,
    voice: offer.voice ?? null,
    filename: fileNameOf(namePartsOf(offer, origin), host),
    ...(taskId === null ? {} : { task_id: taskId }),
    ...(sound === null ? {} : { audio_format_id: sound.id }),
  };
}
