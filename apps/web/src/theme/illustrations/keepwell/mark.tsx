interface MarkProps {
  readonly className?: string;
}

/** Two folders, one of them leaning. Decorative. */
export function FolderMark({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true" focusable="false">
      <path className="fill-muted" d="M6 3h16v42H6Z" />
      <path className="fill-accent" d="M26 8l14-4 6 36-14 4Z" />
      <path className="fill-bib" d="M10 9h8v12h-8ZM31 14l7-2 1.600 9-7 2Z" />
      <circle className="fill-bib" cx="14" cy="37" r="3.200" />
    </svg>
  );
}
