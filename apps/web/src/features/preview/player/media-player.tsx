import { useCallback, useState } from 'react';
import type { ClipSource } from '../clip/clip-fold.js';
import type { HlsFailure } from './native-hls.js';
import { playerError, type PlayerFailure } from './player-error.js';
import { type Instead, PlayerProblem } from './player-problem.js';
import { PlayingMedia } from './playing-media.js';

export interface MediaPlayerProps {
  /** What is played; null while there is nothing yet. */
  readonly src: string | null;
  /** The same, for browsers without scripts, where nothing is waited for. */
  readonly withoutScript?: string;
  readonly hls: boolean;
  readonly isAudio: boolean;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly sourceUrl: string | null;
  /** Stands over the player until it can show something; the page reads it out itself. */
  readonly waiting?: string;
  /** What the page still offers when this does not play. */
  readonly instead: Instead;
  /** Where the chapters go: below what can be done with the file, for eyes and the Tab key alike. */
  readonly chaptersIn: HTMLElement | null;
  /** What a clip is taken from; left out where none can be. */
  readonly clip?: ClipSource | null;
  /** The file is known to be damaged at its source. */
  readonly damaged?: boolean;
  readonly onProblem?: () => void;
}

/** What failed last, and how the player reports it. */
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
    // A stream may have failed already when its element only begins to load.
    if (!hls) {
      setFailure(null);
    }
  }, [hls]);
  return { failure: failure?.src === src ? failure : null, fail, clear };
}

/** Plays a video or a piece of audio, or says why it does not. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { src, withoutScript, hls, isAudio, title, posterUrl, sourceUrl, waiting, instead } = props;
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
      instead={instead}
    />
  );
}
