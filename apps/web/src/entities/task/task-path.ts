import { type CreateTaskReply, previewPath, type Wish } from '@dipper/contract';

/** Preview parameters for the offer that a file is made from (specification §2). */
export interface WishedOffer {
  readonly video_format_id: string;
  readonly audio_format_id: string;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly thumbnail_url: string | null;
  /** The resolution of the offer's video. */
  readonly resolution: string | null;
}

/** True if the result is audio only. */
function isSound(wish: Wish): boolean {
  return wish.kind === 'convert' || (wish.kind === 'clip' && wish.as === 'audio');
}

/** True if the result is a video. */
function isVideo(wish: Wish): boolean {
  return wish.kind === 'captioned' || (wish.kind === 'clip' && (wish.as ?? 'video') === 'video');
}

/**
 * Returns the preview path, in merge mode, of a file to be made. It lacks the size, which is not
 * known yet, and includes the request, so that the file can be made again after it has expired.
 */
export function taskPath(
  offer: WishedOffer,
  wish: Wish,
  { task_id, filename }: Pick<CreateTaskReply, 'task_id' | 'filename'>,
): string {
  const { video_format_id, audio_format_id, resolution, ...about } = offer;
  return previewPath({
    ...{ task_id, video_format_id, audio_format_id },
    ...{ ...about, filename, is_audio: isSound(wish) ? 'true' : null },
    resolution: isVideo(wish) ? resolution : null,
    recipe: JSON.stringify(wish),
  });
}
