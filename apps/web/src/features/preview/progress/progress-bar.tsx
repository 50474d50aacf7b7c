import { useEffect, useRef } from 'react';

interface ProgressBarProps {
  readonly label: string;
  /** 0-100; null while unknown. */
  readonly value: number | null;
  readonly text: string;
}

/** A bar for eyes and screen readers; its width is set by script, which the content policy allows. */
export function ProgressBar({ label, value, text }: ProgressBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.style.setProperty('--done', String((value ?? 0) / 100));
  }, [value]);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.floor(value)}
      aria-valuetext={text}
      className="h-4 overflow-hidden rounded-full border border-edge bg-sunk"
    >
      <div ref={bar} className="bar rounded-full" />
    </div>
  );
}
