interface MarkProps {
  readonly className?: string;
}

/** The fox's head. Decorative. */
export function FoxMark({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true" focusable="false">
      <path className="fill-primary" d="M5 3l13 10h12L43 3l2 19-21 23L3 22Z" />
      <path className="fill-bib" d="M3 22l14 2 7 21ZM45 22l-14 2-7 21Z" />
      <path className="fill-accent" d="M13 20l8 2-3 4c-3 0-5-2-5-6ZM35 20l-8 2 3 4c3 0 5-2 5-6Z" />
    </svg>
  );
}
