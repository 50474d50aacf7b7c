import { type CreateTaskReply, previewPath } from '@dipper/contract';

/** What the preview of a wish says of the offer it is made of (specification §2). */
export interface WishedOffer {
  readonly video_format_id: string;
  readonly audio_format_id: string;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly thumbnail_url: string | null;
  /** Of what is made; null where it has no picture. */
  readonly resolution: string | null;
}

/** The preview that makes a wish, in merge mode. Its size is not known before it is made. */
export function wishPath(
  { video_format_id, audio_format_id, ...about }: WishedOffer,
  { task_id, filename }: Pick<CreateTaskReply, 'task_id' | 'filename'>,
  isAudio: boolean,
): string {
  return previewPath({
    ...{ task_id, video_format_id, audio_format_id },
    ...{ ...about, filename, is_audio: isAudio ? 'true' : null },
  });
}
