import { type ReactNode, useEffect, useRef } from 'react';
import { Water } from './water.js';
import { useMedia } from '../address/shown-media.js';
import { AudioCard } from '../player/audio-card.js';
import { usePageFacts } from '../player/use-page-facts.js';

interface PoolProps {
  readonly label: string;
  /** 0-100; null while unknown. */
  readonly value: number | null;
  /** The value for screen readers. */
  readonly text: string;
  /** Whether to stop the animation because the state is outdated. */
  readonly still: boolean;
  readonly className: string;
  /** A player shown above the water; null if water fills the space. */
  readonly screen?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The progress bar of a merge: water rises where the player will be, while the figure sinks. A
 * script sets the height, because the content security policy blocks inline styles in HTML.
 */
export function Pool({ label, value, text, still, className, screen = null, children }: PoolProps) {
  const water = useRef<HTMLDivElement>(null);
  useEffect(() => {
    water.current?.style.setProperty('--done', String((value ?? 0) / 100));
  }, [value]);
  return (
    <div
      className={screen === null ? className : `${className} pool-playing`}
      data-still={still || undefined}
    >
      {screen}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === null ? undefined : Math.floor(value)}
        aria-valuetext={text}
        className="absolute inset-0 -z-1"
      >
        <div ref={water} className="pool-water">
          <Water />
        </div>
      </div>
      <div className="pool-words">{children}</div>
    </div>
  );
}

interface PoolPlaceProps {
  readonly pool: (className: string) => ReactNode;
}

/** Places the pool exactly where the player will be, so that nothing shifts on completion. */
export function PoolPlace({ pool }: PoolPlaceProps) {
  const { isAudio } = useMedia();
  const { by } = usePageFacts(NaN);
  return isAudio ? (
    <div className="relative">
      <div aria-hidden className="invisible">
        <AudioCard pictureUrl={null} by={by} />
      </div>
      {pool('pool pool-over')}
    </div>
  ) : (
    pool('pool player-place')
  );
}
