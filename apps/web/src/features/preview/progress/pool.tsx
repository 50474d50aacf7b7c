import { useEffect, useRef } from 'react';
import { SwimmingFigure } from '../../../ui/illustration.js';

interface PoolProps {
  /** 0-100. */
  readonly value: number;
}

/**
 * Water that rises with a merge, in the place of the video to come, while the figure goes under. The
 * bar below says the same to screen readers. Its height is set by script, which the content policy
 * allows.
 */
export function Pool({ value }: PoolProps) {
  const pool = useRef<HTMLDivElement>(null);
  useEffect(() => {
    pool.current?.style.setProperty('--done', String(value / 100));
  }, [value]);
  return (
    <div ref={pool} aria-hidden="true" className="pool player-place [@media(height<32rem)]:hidden">
      <div className="pool-water">
        <svg viewBox="0 0 1440 60" preserveAspectRatio="none" focusable="false">
          <path
            className="fill-water-far"
            d="M0 30c120-24 240-24 360 0s240 24 360 0 240-24 360 0 240 24 360 0v30H0Z"
          />
        </svg>
        <SwimmingFigure className="pool-figure" />
        <svg viewBox="0 0 1440 60" preserveAspectRatio="none" focusable="false">
          <path
            className="fill-water"
            d="M0 40c120 20 240 20 360 0s240-20 360 0 240 20 360 0 240-20 360 0v20H0Z"
          />
        </svg>
      </div>
    </div>
  );
}
