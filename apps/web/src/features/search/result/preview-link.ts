import {
  type ClipWish,
  type Format,
  previewPath,
  startMergePath,
  type VideoInfo,
} from '@dipper/contract';
import type { AskedClip } from '@dipper/media';

/** Rounds 709.2249999999999 to 709, to keep links short. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** The bitrate in kbit/s; null if unknown. */
export function rateOf({ bitrate, tbr, abr, vbr }: Format): number | null {
  return bitrate ?? tbr ?? abr ?? vbr;
}

/** Parameters of every link to the preview page (specification §2). */
function carried(info: VideoInfo, format: Format) {
  return {
    title: info.title,
    filename: format.filename,
    is_audio: format.is_audio_only ? 'true' : null,
    source_url: info.webpage_url,
    resolution: format.resolution,
    filesize: rounded(format.filesize),
    bitrate: rounded(rateOf(format)),
    thumbnail_url: info.thumbnail_url,
  };
}

/**
 * Returns the link that downloads a format: a merge of two streams, a task with one source, or
 * direct media.
 */
export function downloadLink(info: VideoInfo, format: Format): string {
  const rest = carried(info, format);
  if (format.task_id !== undefined && format.audio_format_id !== undefined) {
    const { task_id, format_id: video_format_id, audio_format_id } = format;
    return previewPath({ task_id, video_format_id, audio_format_id, ...rest });
  }
  if (format.task_id !== undefined) {
    return previewPath({ url: startMergePath(format.task_id), ...rest });
  }
  return previewPath({ url: format.url, ...rest });
}

/** Returns the link that only plays a format (HLS); null for other kinds. */
export function playLink(info: VideoInfo, format: Format): string | null {
  return format.kind === 'hls'
    ? previewPath({ url: format.url, task_id: format.task_id, ...carried(info, format) })
    : null;
}

/**
 * Returns a link for sharing a clip before it is made. It contains the page and the times but no
 * file, so the preview page redirects to the clip maker.
 */
export function clipLink(info: VideoInfo, { start, end, as }: AskedClip): string {
  const wish: ClipWish = { kind: 'clip', start, end, ...(as !== null && { as }) };
  return previewPath({
    title: info.title,
    is_audio: as === 'audio' ? 'true' : null,
    source_url: info.webpage_url,
    thumbnail_url: info.thumbnail_url,
    recipe: JSON.stringify(wish),
  });
}
