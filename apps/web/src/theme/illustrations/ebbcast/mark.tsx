interface MarkProps {
  readonly className?: string;
}

/** The shell above the tide line. Decorative. */
export function ShellMark({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true" focusable="false">
      <path
        className="fill-primary"
        d="M5 36C2 21 12 9 27 8c3-1 5-3 7-6 3 3 3 6 2 9 6 4 9 11 8 19-1 8-7 12-14 12H11c-3 0-5-2-6-6Z"
      />
      <path
        className="stroke-bib"
        d="M40 32c3-9-3-17-12-17-8 0-13 6-12 13 1 6 7 9 11 6 4-2 4-8 0-9"
        fill="none"
        strokeWidth="3.200"
        strokeLinecap="round"
      />
      <path className="stroke-accent" d="M6 45.5h36" strokeWidth="3.5" strokeLinecap="round" />
    </svg>
  );
}
