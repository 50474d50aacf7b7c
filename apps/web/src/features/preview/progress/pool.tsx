import { type ReactNode, useEffect, useRef } from 'react';
import { Water } from './water.js';

interface PoolProps {
  readonly label: string;
  /** 0-100; null while unknown. */
  readonly value: number | null;
  /** The same in words, for screen readers. */
  readonly text: string;
  /** Nothing moves: what is known is old. */
  readonly still: boolean;
  readonly className: string;
  /** What is written in the water. */
  readonly children: ReactNode;
}

/**
 * The progress bar of a merge: water that rises in the place of what is to be played, while the
 * figure goes under. Its height is set by script, which the content policy allows.
 */
export function Pool({ label, value, text, still, className, children }: PoolProps) {
  const water = useRef<HTMLDivElement>(null);
  useEffect(() => {
    water.current?.style.setProperty('--done', String((value ?? 0) / 100));
  }, [value]);
  return (
    <div className={className} data-still={still || undefined}>
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
