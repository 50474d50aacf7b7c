import { type ReactNode, useCallback, useState } from 'react';
import type { ClipSource } from '../clip/clip-of-file.js';
import type { HlsFailure } from './native-hls.js';
import { playerError, type PlayerFailure } from './player-error.js';
import { type Fallback, PlayerProblem } from './player-problem.js';
import { PlayingMedia } from './playing-media.js';

export interface MediaPlayerProps {
  /** Null until there is a URL. */
  readonly src: string | null;
  /** The URL for browsers without scripts, available without a delay. */
  readonly withoutScript?: string;
  readonly hls: boolean;
  readonly isAudio: boolean;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly sourceUrl: string | null;
  /** Shown over the player until it is ready. Announced elsewhere. */
  readonly waiting?: string;
  /** Overlay of exactly the player's size. */
  readonly over?: ReactNode;
  /** What to offer if the media does not play. */
  readonly fallback: Fallback;
  /**
   * The element that receives the chapters, which follow the file's actions both visually and in
   * the tab order.
   */
  readonly chaptersIn: HTMLElement | null;
  /** Omitted if no clip can be made. */
  readonly clip?: ClipSource | null;
  /** True if the file is known to be damaged at its source. */
  readonly damaged?: boolean;
  readonly onProblem?: () => void;
}

/** Returns the last failure, with callbacks to report a failure and to clear it. */
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
    // A stream may fail before its element fires `loadstart`, which must not clear the failure.
    if (!hls) {
      setFailure(null);
    }
  }, [hls]);
  return { failure: failure?.src === src ? failure : null, fail, clear };
}

/** Plays video or audio, or explains why it can't be played. */
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
      over={props.over}
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
