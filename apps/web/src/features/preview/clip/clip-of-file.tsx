import type { Chapter, ClipKind } from '@dipper/contract';
import { ClipMaker } from '../../../entities/media/clip/clip-maker.js';
import type { ClipRange } from '../../../entities/media/clip/clip-range.js';
import type { Making } from '../more/use-making.js';

const OF_VIDEO = ['video', 'audio', 'gif', 'webp'] as const satisfies readonly ClipKind[];
const OF_AUDIO = ['audio'] as const satisfies readonly ClipKind[];

/** Media that comes from an offer, of which clips can be made. */
export interface ClipSource {
  readonly making: Making;
  readonly isAudio: boolean;
  /** A URL of the media that a second element can load; null without one. */
  readonly src: string | null;
  /** The container for the rows, among those of the other files. */
  readonly rowsIn: HTMLElement | null;
}

/** The source of the clip together with the player's state. */
export interface ClipOfFileProps extends Omit<ClipSource, 'rowsIn'> {
  /** In seconds. */
  readonly time: number;
  /** In seconds; NaN until it is known. */
  readonly duration: number;
  readonly chapters: readonly Chapter[];
  readonly onSeek: (to: number) => void;
}

/** Makes a clip of the file that is playing, starting at the player's position. */
export function ClipOfFile(props: ClipOfFileProps) {
  const { making, isAudio, src, time, duration, chapters, onSeek } = props;
  const isKnown = Number.isFinite(duration);
  const onMake = ({ start, end }: ClipRange, as: ClipKind) =>
    making.make('clip', { kind: 'clip', start, end, as });
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
      busy={making.busy !== null}
      // The rows around this show it.
      error={null}
      onMake={onMake}
    />
  );
}
