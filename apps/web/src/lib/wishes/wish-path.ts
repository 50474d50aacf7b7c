import { type CreateTaskReply, previewPath, type Wish } from '@dipper/contract';

/** What the preview of a wish says of the offer it is made of (specification §2). */
export interface WishedOffer {
  readonly video_format_id: string;
  readonly audio_format_id: string;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly thumbnail_url: string | null;
  /** Of its picture. */
  readonly resolution: string | null;
}

/** Whether sound alone comes of a wish. */
function isSound(wish: Wish): boolean {
  return wish.kind === 'convert' || (wish.kind === 'clip' && wish.as === 'audio');
}

/** Whether a video comes of it. */
function isVideo(wish: Wish): boolean {
  return wish.kind === 'captioned' || (wish.kind === 'clip' && (wish.as ?? 'video') === 'video');
}

/**
 * The preview that makes a wish, in merge mode. Its size is not known before it is made; the wish is
 * in it, so that it can be made again when its time is over.
 */
export function wishPath(
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
