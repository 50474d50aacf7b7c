import type { ComponentType, ReactNode } from 'react';

export interface OnFormProps {
  /** The form that the figure stands on. */
  readonly children: ReactNode;
  /** True to show a small figure on narrow screens as well. */
  readonly onPhones?: boolean;
}

interface FigureOnFormProps extends OnFormProps {
  readonly Figure: ComponentType<{ readonly className: string }>;
  /** The figure's width classes when it is next to the text. */
  readonly width: string;
}

/**
 * A figure on top of the form. If there is room, it stands next to the text above the form;
 * otherwise it is small and below that text.
 */
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
