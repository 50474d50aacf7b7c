interface FigureProps {
  readonly className: string;
}

/** A hermit crab with headphones, carrying its shell. Decorative; its feet touch the lower edge. */
export function HermitCrab({ className }: FigureProps) {
  return (
    <svg viewBox="0 0 300 210" className={className} aria-hidden="true" focusable="false">
      <path
        className="stroke-accent"
        d="M112 176l-22 30m52-26l-10 30m44-30l4 30m34-36l18 32"
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        className="fill-primary"
        d="M104 186C84 128 104 52 172 34c20-5 34-20 40-30 10 12 10 26 4 36 46 18 74 60 70 104-4 36-36 52-74 52h-92c-8 0-13-3-16-10Z"
      />
      <path
        className="fill-primary-strong"
        d="M196 28c8-6 13-14 16-24 10 12 10 26 4 36-6-6-12-10-20-12Z"
      />
      <path
        className="stroke-pale"
        d="M262 168c20-44-4-96-54-98-40-1-68 32-62 68 5 28 32 42 56 32 20-9 26-36 10-48-13-9-29 1-27 15"
        fill="none"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path
        className="fill-accent"
        d="M44 168c0-24 20-42 46-42 24 0 38 20 38 42 0 20-14 36-40 36-28 0-44-14-44-36Z"
      />
      <path
        className="stroke-accent"
        d="M66 136L56 96m44 34V92"
        fill="none"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <circle className="fill-bib" cx="55" cy="86" r="14" />
      <circle className="fill-bib" cx="100" cy="82" r="14" />
      <circle className="fill-secondary" cx="51" cy="87" r="6.5" />
      <circle className="fill-secondary" cx="96" cy="83" r="6.5" />
      <path
        className="stroke-ink"
        d="M40 88C36 40 112 30 116 82"
        fill="none"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <rect className="fill-ink" x="29" y="74" width="15" height="28" rx="7.5" />
      <rect className="fill-ink" x="110" y="69" width="15" height="28" rx="7.5" />
      <path
        className="stroke-secondary"
        d="M66 176c8 8 20 8 27 0"
        fill="none"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
      <path
        className="fill-accent"
        d="M52 172C30 184 8 180 2 160c-5-18 6-34 22-36-6 10-4 18 2 22 2-8 8-14 18-14 6 14 6 26 8 40Z"
      />
    </svg>
  );
}
