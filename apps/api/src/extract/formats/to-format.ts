import { type Format, LABEL_WORDS, startMergePath } from '@dipper/contract';
import { displayBitrate, type Platform, suggestFilename } from '@dipper/media';
import { hasAudio, isAudioOnly, type Offer, offerSize } from './offer.js';
import { resolutionText } from './resolution.js';

/** What a format's file name is made of besides the format. */
export interface NameParts {
  /** Our host, as the visitor knows it. */
  readonly host: string;
  readonly platform: Platform | null;
  readonly title: string;
}

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
    const rate = main.abr ?? main.tbr;
    return [LABEL_WORDS.audio, type, rate === null ? null : displayBitrate(Math.round(rate))]
      .filter(Boolean)
      .join(' ');
  }
  const pixels =
    resolutionText(main) ??
    (/^(sd|hd)$/i.test(main.id) ? main.id.toUpperCase() : LABEL_WORDS.video);
  // Said only where a row is of it: it looks washed out on an ordinary screen.
  const size = main.isHdr ? `${pixels} HDR` : pixels;
  return hasAudio(offer) ? `${size} ${type}` : `${size} ${type} (${LABEL_WORDS.silent})`;
}

/** The name that the file of an offer is saved under. */
export function filenameOf(offer: Offer, { host, platform, title }: NameParts): string {
  const rate = isAudioOnly(offer) ? (offer.main.abr ?? offer.main.tbr) : null;
  return suggestFilename({
    host,
    source: platform?.id ?? '',
    title,
    platform: platform?.id,
    ext: offer.container,
    resolution: isAudioOnly(offer) ? null : resolutionText(offer.main),
    bitrateKbps: rate === null ? null : Math.round(rate),
  });
}

/** The row of the wire for an offer. @param taskId for offers whose file is made by a task. */
export function toFormat(
  offer: Offer,
  title: string,
  { taskId, names }: { taskId: string | null; names: Omit<NameParts, 'title'> },
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
    vcodec: main.vcodec,
    acodec: sound?.acodec ?? main.acodec,
    filesize: size.bytes,
    filesize_approx: size.bytes !== null && size.estimate,
    recommended: offer.recommended,
    filename: filenameOf(offer, { ...names, title }),
    ...(taskId === null ? {} : { task_id: taskId }),
    ...(sound === null ? {} : { audio_format_id: sound.id }),
  };
}
