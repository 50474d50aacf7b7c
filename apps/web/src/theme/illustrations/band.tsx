import { type ReactNode, useId } from 'react';

interface BandProps {
  /** The size of one repetition, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** A decorative drawing, repeated across the width of the page. */
export function Band({ width, height, children }: BandProps) {
  const id = useId();
  return (
    <svg width="100%" height={height} aria-hidden="true" className="block">
      <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
        {children}
      </pattern>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  );
}
