import type { ReactNode } from 'react';

interface GroundProps {
  readonly children: ReactNode;
}

/** The sections between the waterline of the hero and the footer, on a background slightly different from the page's. */
export function SunkGround({ children }: GroundProps) {
  return <div className="below bg-sunk">{children}</div>;
}

/** The same sections, on the background of cards. */
export function CardGround({ children }: GroundProps) {
  return <div className="below bg-surface">{children}</div>;
}
