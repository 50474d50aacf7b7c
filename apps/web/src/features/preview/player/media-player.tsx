import { type RefObject, useCallback, useRef, useState } from 'react';
import { AudioElement, VideoElement } from './media-elements.js';
import { playerError, type PlayerFailure } from './player-error.js';
import { type Instead, PlayerProblem } from './player-problem.js';
import { useHls } from './use-hls.js';

export interface MediaPlayerProps {
  /** What is played; null while there is nothing yet. */
  readonly src: string | null;
  readonly hls: boolean;
  readonly isAudio: boolean;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly sourceUrl: string | null;
  /** Stands over the player until it can show something; the page reads it out itself. */
  readonly waiting?: string;
  /** What the page still offers when this does not play. */
  readonly instead: Instead;
  /** The file is known to be damaged at its source. */
  readonly damaged?: boolean;
  readonly onProblem?: () => void;
}

/** What failed last, and how the player reports it. */
function useFailure({ src, isAudio, damaged = false, onProblem }: MediaPlayerProps) {
  const [failure, setFailure] = useState<PlayerFailure | null>(null);
  const fail = useCallback(
    (cause?: 'network' | 'unsupported') => {
      setFailure({ src: src ?? '', isAudio, damaged, ...(cause !== undefined && { cause }) });
      onProblem?.();
    },
    [src, isAudio, damaged, onProblem],
  );
  return { failure: failure?.src === src ? failure : null, fail, clear: () => setFailure(null) };
}

/** The browser's own player, with its problems put into words. Nothing starts by itself. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { src, hls, isAudio, title, posterUrl, sourceUrl, waiting, instead } = props;
  const media: RefObject<(HTMLVideoElement & HTMLAudioElement) | null> = useRef(null);
  const [readySrc, setReadySrc] = useState<string | null>(null);
  const { failure, fail, clear } = useFailure(props);
  useHls(media, hls && failure === null ? src : null, fail);

  if (failure !== null) {
    return (
      <PlayerProblem
        error={playerError(failure)}
        isAudio={isAudio}
        sourceUrl={sourceUrl}
        instead={instead}
      />
    );
  }
  const Element = isAudio ? AudioElement : VideoElement;
  return (
    <div className="relative noscript:hidden">
      <Element
        ref={media}
        title={title}
        pictureUrl={posterUrl}
        controls
        preload="metadata"
        {...(src !== null && !hls && { src })}
        onLoadStart={clear}
        onLoadedMetadata={() => setReadySrc(src)}
        // hls.js reports its own errors, and knows more about them.
        onError={hls ? undefined : () => fail()}
      />
      {waiting !== undefined && readySrc !== src && (
        <p
          aria-hidden
          className="pointer-events-none absolute inset-x-3 top-3 rounded-lg bg-surface p-2 text-center font-semibold"
        >
          {waiting}
        </p>
      )}
    </div>
  );
}
