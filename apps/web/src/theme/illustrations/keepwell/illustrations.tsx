import { Band } from '../band.js';
import type { BrandDrawings } from '../brand-drawings.js';
import { Drawing, type DrawingProps } from '../drawing.js';

/** Two folders, one of them leaning. */
function FolderMark(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 48 48">
      <path className="fill-muted" d="M6 3h16v42H6Z" />
      <path className="fill-accent" d="M26 8l14-4 6 36-14 4Z" />
      <path className="fill-bib" d="M10 9h8v12h-8ZM31 14l7-2 1.600 9-7 2Z" />
      <circle className="fill-bib" cx="14" cy="37" r="3.200" />
    </Drawing>
  );
}

/** Folders on a shelf, one of them half pulled out. The shelf is at the lower edge. */
function FolderRow(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 320 188">
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
    </Drawing>
  );
}

/** The tabs of a card index. */
function TabEdge() {
  return (
    <Band width={360} height={32}>
      <path className="fill-sunk" d="M0 23h360v9H0ZM24 24l8-18c1-2 2-3 4-3h68c2 0 3 1 4 3l8 18Z" />
      <path className="fill-primary" d="M144 24l8-18c1-2 2-3 4-3h68c2 0 3 1 4 3l8 18Z" />
      <path className="fill-sunk" d="M264 24l8-18c1-2 2-3 4-3h48c2 0 3 1 4 3l8 18Z" />
    </Band>
  );
}

export const illustrations: BrandDrawings = {
  Mark: FolderMark,
  figure: { Figure: FolderRow, beside: 'end-6 w-64 xl:w-72', above: 'me-8 w-28' },
  Edge: TabEdge,
  ground: 'bg-sunk',
};
