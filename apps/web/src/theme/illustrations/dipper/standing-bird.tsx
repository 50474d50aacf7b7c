import type { ReactNode } from 'react';

/** Decorative, drawn in the brand's colours; its feet are the picture's lower edge. */
function Bird({ className }: { readonly className: string }) {
  return (
    <svg
      viewBox="86 26 266 188"
      aria-hidden="true"
      focusable="false"
      className={`standing pointer-events-none rtl:-scale-x-100 ${className}`}
    >
      <path
        className="fill-primary"
        d="M104 92c15 5 26 13 34 24 15-31 46-48 82-48 9-15 25-24 43-24 25 0 44 16 49 39l28 12-28 9c-5 60-48 91-104 91-53 0-93-26-97-75-1-10-3-19-7-28Z"
      />
      <path
        className="fill-bib"
        d="M302 108c1 39-22 69-58 79-20-16-22-45-6-68 15-21 44-26 64-11Z"
      />
      <circle className="fill-bib" cx="272" cy="78" r="9" />
      <circle className="fill-primary-strong" cx="273.5" cy="78" r="4.5" />
      <path
        className="stroke-accent"
        d="M202 192v20h14m12-20v20h14"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

interface StandingBirdProps {
  /** What it stands on. */
  readonly children: ReactNode;
  /** Also there, small, where the screen has no room for it beside the text. */
  readonly onPhones?: boolean;
}

/** The bird, standing on the form: beside the text above where there is room, else below it, small. */
export function StandingBird({ children, onPhones = true }: StandingBirdProps) {
  return (
    <div className="relative min-w-0">
      {onPhones && <Bird className="ms-auto me-10 -mt-2 block w-24 lg:hidden" />}
      <Bird className="absolute end-8 bottom-full w-60 max-lg:hidden xl:end-14 xl:w-68" />
      {children}
    </div>
  );
}
