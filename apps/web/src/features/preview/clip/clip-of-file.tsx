import type { Chapter, ClipKind } from '@dipper/contract';
import { useCreateTask } from '../../../entities/task/use-create-task.js';
import { taskPath } from '../../../entities/task/task-path.js';
import { ClipMaker } from '../../../entities/media/clip/clip-maker.js';
import type { ClipRange } from '../../../entities/media/clip/clip-range.js';
import { useShownQuery } from '../address/shown-query.js';

const OF_VIDEO = ['video', 'audio', 'gif', 'webp'] as const satisfies readonly ClipKind[];
const OF_AUDIO = ['audio'] as const satisfies readonly ClipKind[];

/** A finished file that was made from an offer. */
export interface ClipSource {
  /** The task's id, which serves as the offer's id. */
  readonly taskId: string;
  readonly isAudio: boolean;
  /** URL of the file. */
  readonly src: string;
}

/** The source of the clip together with the player's state. */
export interface ClipOfFileProps extends ClipSource {
  /** In seconds. */
  readonly time: number;
  /** In seconds; NaN until it is known. */
  readonly duration: number;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (to: number) => void;
}

/** Makes a clip of the file that is playing, starting at the player's position. */
export function ClipOfFile(props: ClipOfFileProps) {
  const { taskId, isAudio, src, time, duration, chapters, onSeek } = props;
  const query = useShownQuery();
  const { busy, error, make } = useCreateTask();
  const isKnown = Number.isFinite(duration);
  const offer = {
    // The URL of a task with a single source contains no format ids.
    video_format_id: query.video_format_id ?? taskId,
    audio_format_id: query.audio_format_id ?? query.video_format_id ?? taskId,
    title: query.title ?? null,
    source_url: query.source_url ?? null,
    thumbnail_url: query.thumbnail_url ?? null,
    resolution: query.resolution ?? null,
  };
  const onMake = ({ start, end }: ClipRange, as: ClipKind) => {
    const wish = { kind: 'clip', start, end, as } as const;
    make('clip', { offerId: taskId, wish }, (task) => taskPath(offer, wish, task));
  };
  return (
    <ClipMaker
      // No range can be suggested before the duration is known.
      key={String(isKnown)}
      duration={isKnown ? duration : Infinity}
      kinds={isAudio ? OF_AUDIO : OF_VIDEO}
      fps={null}
      chapters={chapters}
      framesSrc={isAudio ? null : src}
      start={time > 0 ? time : null}
      player={{ time, seek: onSeek }}
      busy={busy !== null}
      error={error}
      onMake={onMake}
    />
  );
}
