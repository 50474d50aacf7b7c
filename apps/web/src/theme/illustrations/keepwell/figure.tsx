interface FigureProps {
  readonly className: string;
}

/** Folders on a shelf, one of them half pulled out. Decorative; the shelf is at the lower edge. */
export function FolderRow({ className }: FigureProps) {
  return (
    <svg viewBox="0 0 320 188" className={className} aria-hidden="true" focusable="false">
      <path className="fill-muted" d="M12 28h54v154H12Z" />
      <path className="fill-primary" d="M70 50h46v132H70Z" />
      <path className="fill-primary-strong" d="M120 36h50v146h-50Z" />
      <path className="fill-accent" d="M180 56l46-13 37 129-37 10h-10Z" />
      <path className="fill-primary" d="M270 78h46v104h-46Z" />
      <path
        className="fill-bib"
        d="M24 46h30v44H24ZM80 68h26v36H80ZM131 54h28v42h-28ZM198 66l25-7 11 36-25 8ZM280 94h26v30h-26Z"
      />
      <path
        className="stroke-muted"
        d="M30 58h18m-18 10h18m-18 10h10"
        fill="none"
        strokeWidth="3.5"
      />
      <circle className="fill-bib" cx="39" cy="156" r="9" />
      <circle className="fill-bib" cx="93" cy="156" r="9" />
      <circle className="fill-bib" cx="145" cy="156" r="9" />
      <circle className="fill-bib" cx="232" cy="155" r="9" />
      <circle className="fill-bib" cx="293" cy="156" r="9" />
      <path className="fill-muted" d="M0 182h320v6H0Z" />
    </svg>
  );
}
