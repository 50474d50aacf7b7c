import type { ReactNode } from 'react';

interface GroundProps {
  readonly children: ReactNode;
}

/** The sections of a page on a ground a little off the page's own, from the edge to the foot. */
export function SunkGround({ children }: GroundProps) {
  return <div className="below bg-sunk">{children}</div>;
}

/** The same on the ground of cards. */
export function CardGround({ children }: GroundProps) {
  return <div className="below bg-surface">{children}</div>;
}
