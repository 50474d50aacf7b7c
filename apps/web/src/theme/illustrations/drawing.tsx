import type { ReactNode } from 'react';

export interface DrawingProps {
  readonly className?: string;
}

interface ShapesProps extends DrawingProps {
  readonly viewBox: string;
  readonly children: ReactNode;
}

/** A decorative drawing. */
export function Drawing({ children, ...look }: ShapesProps) {
  return (
    <svg {...look} aria-hidden="true">
      {children}
    </svg>
  );
}
