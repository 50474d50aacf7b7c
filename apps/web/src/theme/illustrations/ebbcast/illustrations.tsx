import { Band } from '../band.js';
import type { BrandDrawings } from '../brand-drawings.js';
import { Drawing, type DrawingProps } from '../drawing.js';

/** The shell above the tide line. */
function ShellMark(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 48 48">
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
    </Drawing>
  );
}

/** A hermit crab with headphones, carrying its shell. Its feet touch the lower edge. */
function HermitCrab(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 300 210">
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
    </Drawing>
  );
}

/** Audio levels that rise and fall like the tide. */
function LevelEdge() {
  return (
    <Band width={192} height={56}>
      <path
        className="stroke-sunk"
        strokeWidth="8"
        strokeLinecap="round"
        d="M12 40v12M36 30v22M60 16v36M84 8v44M108 14v38M132 26v26M156 38v14M180 46v6"
      />
    </Band>
  );
}

export const illustrations: BrandDrawings = {
  Mark: ShellMark,
  figure: { Figure: HermitCrab, beside: 'end-6 w-64 xl:w-72', above: 'me-8 w-28' },
  Edge: LevelEdge,
  ground: 'bg-sunk',
};
