import { Band } from '../band.js';
import type { BrandDrawings } from '../brand-drawings.js';
import { Drawing, type DrawingProps } from '../drawing.js';

/** The fox's head. */
function FoxMark(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 48 48">
      <path className="fill-primary" d="M5 3l13 10h12L43 3l2 19-21 23L3 22Z" />
      <path className="fill-bib" d="M3 22l14 2 7 21ZM45 22l-14 2-7 21Z" />
      <path className="fill-accent" d="M13 20l8 2-3 4c-3 0-5-2-5-6ZM35 20l-8 2 3 4c3 0 5-2 5-6Z" />
    </Drawing>
  );
}

/** A fox waiting with its paws on the form. Its feet touch the lower edge. */
function WaitingFox(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 300 200">
      <path
        className="fill-primary"
        d="M214 200c6-30 34-34 44-66 6-20 0-44-16-62 36 6 58 40 58 78 0 22-8 38-20 50Z"
      />
      <path className="fill-bib" d="M242 72c36 6 58 40 58 78l-27-16-19 11c10-24 6-52-12-73Z" />
      <path className="fill-primary" d="M34 8l62 44h68l62-44 10 92-106 96L24 100Z" />
      <path className="fill-secondary" d="M48 32l34 25-30 24ZM212 32l-34 25 30 24Z" />
      <path className="fill-bib" d="M24 100l66 10 40 86ZM236 100l-66 10-40 86Z" />
      <path className="fill-primary-strong" d="M96 52h68l-34 60Z" />
      <path
        className="fill-accent"
        d="M76 92l34 6-10 16c-13 1-22-8-24-22ZM184 92l-34 6 10 16c13 1 22-8 24-22Z"
      />
      <circle className="fill-secondary" cx="94" cy="103" r="5.5" />
      <circle className="fill-secondary" cx="166" cy="103" r="5.5" />
      <path className="fill-secondary" d="M110 172h40l-20 24Z" />
      <path
        className="fill-primary"
        d="M28 164h34c12 0 20 9 20 20v16H8v-16c0-11 8-20 20-20ZM198 164h34c12 0 20 9 20 20v16h-74v-16c0-11 8-20 20-20Z"
      />
      <path
        className="stroke-secondary"
        d="M33 184v16m24-16v16m146-16v16m24-16v16"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Drawing>
  );
}

/** The stripes of a clapperboard. */
function SlateEdge() {
  return (
    <Band width={80} height={28}>
      <path className="fill-primary" d="M0 28L28 0h40L40 28Z" />
    </Band>
  );
}

export const illustrations: BrandDrawings = {
  Mark: FoxMark,
  figure: { Figure: WaitingFox, beside: 'end-6 w-60 xl:w-66', above: 'me-8 w-28' },
  Edge: SlateEdge,
  ground: 'bg-surface',
};
