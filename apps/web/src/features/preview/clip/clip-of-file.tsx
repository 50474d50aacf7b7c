import type { Chapter, ClipKind } from '@dipper/contract';
import { ClipButton, ClipMaker } from '../../../entities/media/clip/clip-maker.js';
import type { ClipRange } from '../../../entities/media/clip/clip-range.js';
import { useMedia } from '../address/shown-media.js';
import { CHOSEN_CLIP, type Making } from '../other-files/use-making.js';

const OF_VIDEO = ['video', 'audio', 'gif', 'webp'] as const satisfies readonly ClipKind[];
const OF_AUDIO = ['audio'] as const satisfies readonly ClipKind[];

/** Media that can be clipped. */
export interface ClipSource {
  readonly making: Making;
  /** A URL from which a second media element can load the media; null if there is none. */
  readonly src: string | null;
  /** The element that receives the clip rows. */
  readonly rowsIn: HTMLElement | null;
}

/** The source of a clip together with the player's state. */
export interface ClipOfFileProps extends Omit<ClipSource, 'rowsIn'> {
  /** In seconds. */
  readonly time: number;
  /** In seconds; NaN until it is known. */
  readonly duration: number;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (to: number) => void;
}

/** A clip maker for the file that is playing, starting at the player's position. */
export function ClipOfFile(props: ClipOfFileProps) {
  const { making, src, time, duration, chapters, onSeek } = props;
  const { isAudio } = useMedia();
  const isKnown = Number.isFinite(duration);
  const { creating } = making;
  const hasFailed = creating.phase === 'failed' && creating.name === CHOSEN_CLIP;
  const error = hasFailed ? creating.error : null;
  const onMake = ({ start, end }: ClipRange, as: ClipKind) =>
    making.make(CHOSEN_CLIP, { kind: 'clip', start, end, as });
  return (
    <ClipMaker
      // Remount once the duration is known, because no range can be suggested before then.
      key={String(isKnown)}
      duration={isKnown ? duration : Infinity}
      kinds={isAudio ? OF_AUDIO : OF_VIDEO}
      fps={null}
      chapters={chapters}
      framesSrc={isAudio ? null : src}
      start={time > 0 ? time : null}
      player={{ time, seek: onSeek }}
      onMake={onMake}
      renderAction={(action) => (
        <ClipButton action={action} busy={creating.phase === 'busy'} error={error} />
      )}
    />
  );
}
