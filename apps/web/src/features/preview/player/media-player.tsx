import { useCallback, useState } from 'react';
import { useMedia } from '../address/shown-media.js';
import type { HlsFailure } from './native-hls.js';
import { playerError, type PlayerFailure } from './player-error.js';
import { type Fallback, PlayerProblem } from './player-problem.js';
import { type PlayedMedia, PlayingMedia } from './playing-media.js';

export interface MediaPlayerProps extends PlayedMedia {
  /** What to offer if the media does not play. */
  readonly fallback: Fallback;
  /** True if the file is known to be damaged at its source. */
  readonly damaged?: boolean;
  /**
   * Called after a failure. May check the URL and return the HTTP status; 0 if there is no reply.
   */
  readonly onProblem?: () => void | Promise<number>;
}

/** Returns the last failure, with callbacks to report a failure and to clear it. */
function useFailure({ src, hls, damaged = false, onProblem }: MediaPlayerProps) {
  const { isAudio } = useMedia();
  const [failure, setFailure] = useState<PlayerFailure | null>(null);
  const fail = useCallback(
    (cause?: HlsFailure) => {
      const known = { src: src ?? '', isAudio, damaged };
      setFailure({ ...known, ...(cause !== undefined && { cause }) });
      // A media element reports an unreachable server as a file that it can't play.
      void onProblem?.()?.then((status) => {
        if (status === 0) {
          setFailure({ ...known, cause: 'network' });
        }
      });
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
  const { fallback, ...media } = props;
  const { failure, fail, clear } = useFailure(props);
  return failure === null ? (
    <PlayingMedia {...media} onLoadStart={clear} onFail={fail} />
  ) : (
    <PlayerProblem error={playerError(failure)} fallback={fallback} />
  );
}
