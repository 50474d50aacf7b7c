import type { Chapter, ClipKind } from '@dipper/contract';
import { useCreateTask } from '../../../entities/task/use-create-task.js';
import { taskPath } from '../../../entities/task/task-path.js';
import { ClipMaker } from '../../../entities/media/clip/clip-maker.js';
import type { ClipRange } from '../../../entities/media/clip/clip-range.js';
import { useShownQuery } from '../address/shown-query.js';

const OF_VIDEO = ['video', 'audio', 'gif', 'webp'] as const satisfies readonly ClipKind[];
const OF_AUDIO = ['audio'] as const satisfies readonly ClipKind[];

/** A finished file of an offer. */
export interface ClipSource {
  /** Used as the offer's id. */
  readonly taskId: string;
  readonly isAudio: boolean;
  /** URL of the file. */
  readonly src: string;
}

/** Plus the player's state. */
export interface ClipOfFileProps extends ClipSource {
  /** Seconds. */
  readonly time: number;
  /** Seconds; NaN before it is known. */
  readonly duration: number;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (to: number) => void;
}

/** Makes a clip of the playing file, starting from the player's position. */
export function ClipOfFile(props: ClipOfFileProps) {
  const { taskId, isAudio, src, time, duration, chapters, onSeek } = props;
  const query = useShownQuery();
  const { busy, error, make } = useCreateTask();
  const isKnown = Number.isFinite(duration);
  const offer = {
    // The URL of a single-source task names no formats.
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
      // No range can be proposed before the duration is known.
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
