import { useCallback, useState } from 'react';
import type { ClipSource } from '../clip/clip-of-file.js';
import type { HlsFailure } from './native-hls.js';
import { playerError, type PlayerFailure } from './player-error.js';
import { type Fallback, PlayerProblem } from './player-problem.js';
import { PlayingMedia } from './playing-media.js';

export interface MediaPlayerProps {
  /** The URL to play; null while there is none. */
  readonly src: string | null;
  /** The URL for browsers without scripts, which need not wait. */
  readonly withoutScript?: string;
  readonly hls: boolean;
  readonly isAudio: boolean;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly sourceUrl: string | null;
  /** Shown over the player until it is ready; the page announces it itself. */
  readonly waiting?: string;
  /** What the page offers if this does not play. */
  readonly fallback: Fallback;
  /** Container for the chapters: below the file's actions, visually and in tab order. */
  readonly chaptersIn: HTMLElement | null;
  /** The source for clips; omitted if none can be made. */
  readonly clip?: ClipSource | null;
  /** The file is known to be damaged at its source. */
  readonly damaged?: boolean;
  readonly onProblem?: () => void;
}

/** The last failure, with callbacks to report and clear one. */
function useFailure({ src, hls, isAudio, damaged = false, onProblem }: MediaPlayerProps) {
  const [failure, setFailure] = useState<PlayerFailure | null>(null);
  const fail = useCallback(
    (cause?: HlsFailure) => {
      setFailure({ src: src ?? '', isAudio, damaged, ...(cause !== undefined && { cause }) });
      onProblem?.();
    },
    [src, isAudio, damaged, onProblem],
  );
  const clear = useCallback(() => {
    // A stream may fail before its element starts to load.
    if (!hls) {
      setFailure(null);
    }
  }, [hls]);
  return { failure: failure?.src === src ? failure : null, fail, clear };
}

/** Plays a video or audio item, or says why it cannot. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { src, withoutScript, hls, isAudio, title, posterUrl, sourceUrl, waiting, fallback } =
    props;
  const { failure, fail, clear } = useFailure(props);
  return failure === null ? (
    <PlayingMedia
      src={src}
      withoutScript={withoutScript}
      hls={hls}
      isAudio={isAudio}
      title={title}
      posterUrl={posterUrl}
      sourceUrl={sourceUrl}
      waiting={waiting}
      chaptersIn={props.chaptersIn}
      clip={props.clip ?? null}
      onLoadStart={clear}
      onFail={fail}
    />
  ) : (
    <PlayerProblem
      error={playerError(failure)}
      isAudio={isAudio}
      sourceUrl={sourceUrl}
      fallback={fallback}
    />
  );
}
