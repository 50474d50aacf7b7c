import { type CreateTaskReply, previewPath, type Wish } from '@dipper/contract';

/** The preview parameters that describe a wish's offer (specification §2). */
export interface WishedOffer {
  readonly video_format_id: string;
  readonly audio_format_id: string;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly thumbnail_url: string | null;
  /** Resolution of its video. */
  readonly resolution: string | null;
}

/** True if a wish results in audio only. */
function isSound(wish: Wish): boolean {
  return wish.kind === 'convert' || (wish.kind === 'clip' && wish.as === 'audio');
}

/** True if a wish results in a video. */
function isVideo(wish: Wish): boolean {
  return wish.kind === 'captioned' || (wish.kind === 'clip' && (wish.as ?? 'video') === 'video');
}

/**
 * The preview path of a wish, in merge mode. Without a size, which is not known yet; with the wish
 * itself, so that it can be repeated after the file has expired.
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
