import { type ReactNode, useId } from 'react';

interface BandProps {
  /** Of what is repeated, pixels. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** A drawing that is repeated from one side of the page to the other. Decorative. */
export function Band({ width, height, children }: BandProps) {
  const id = useId();
  return (
    <svg width="100%" height={height} aria-hidden="true" focusable="false" className="block">
      <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
        {children}
      </pattern>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  );
}
