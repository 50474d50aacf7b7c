import type { ComponentType, ReactNode } from 'react';

export interface OnFormProps {
  /** What the figure stands on. */
  readonly children: ReactNode;
  /** Also there, small, where the screen has no room for it beside the text. */
  readonly onPhones?: boolean;
}

interface FigureOnFormProps extends OnFormProps {
  readonly Figure: ComponentType<{ readonly className: string }>;
  /** Classes of its width beside the text. */
  readonly width: string;
}

/** A figure on top of the form: beside the text above where there is room, else below it, small. */
export function OnForm({ Figure, width, children, onPhones = true }: FigureOnFormProps) {
  const still = 'pointer-events-none rtl:-scale-x-100';
  return (
    <div className="relative min-w-0">
      {onPhones && <Figure className={`${still} ms-auto me-8 -mt-2 block w-28 lg:hidden`} />}
      <Figure className={`${still} absolute end-6 bottom-full max-lg:hidden ${width}`} />
      {children}
    </div>
  );
}
