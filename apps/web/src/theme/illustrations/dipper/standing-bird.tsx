import type { ReactNode } from 'react';
import drawings from './drawings.svg?url';

/** The bird, decorative and in the brand's colors. Its feet touch the lower edge. */
function Bird({ className }: { readonly className: string }) {
  return (
    <svg
      viewBox="0 0 266 188"
      aria-hidden="true"
      focusable="false"
      className={`standing pointer-events-none rtl:-scale-x-100 ${className}`}
    >
      <use href={`${drawings}#standing`} />
    </svg>
  );
}

interface StandingBirdProps {
  /** The form that the bird stands on. */
  readonly children: ReactNode;
  /** True to show a small bird on narrow screens as well. */
  readonly onPhones?: boolean;
}

/**
 * The bird on top of the form. If there is room, it stands next to the text above the form;
 * otherwise it is small and below that text.
 */
export function StandingBird({ children, onPhones = true }: StandingBirdProps) {
  return (
    <div className="relative min-w-0">
      {onPhones && <Bird className="ms-auto me-10 -mt-2 block w-24 lg:hidden" />}
      <Bird className="absolute end-8 bottom-full w-60 max-lg:hidden xl:end-14 xl:w-68" />
      {children}
    </div>
  );
}
