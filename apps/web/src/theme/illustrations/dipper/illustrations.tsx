import './water.css';
import type { ReactNode } from 'react';
import type { BrandDrawings } from '../brand-drawings.js';
import { Drawing, type DrawingProps } from '../drawing.js';
import drawings from './drawings.svg?url';
import home from './plates/home.svg?url';
import landing from './plates/landing.svg?url';
import offline from './plates/offline.svg?url';
import posts from './plates/posts.svg?url';
import states from './plates/states.svg?url';

/** The dipper: a round dark bird with a white bib, tail up, above its water line. */
function BirdMark(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 48 48">
      <path
        className="fill-primary"
        d="M7 15.5c2.6 1 4.600 2.700 6.100 4.700C16 14.900 21.200 12 27 12c1.500-2.500 4.100-4 7.100-4 4 0 7.200 2.700 8 6.500l4.400 1.900-4.600 1.400C41.300 28 33.800 35 24.600 35 15.900 35 9.200 28.900 8.600 20.900 8.400 19 7.900 17.200 7 15.500Z"
      />
      <path
        className="fill-bib"
        d="M40.700 18.600c.2 6.500-3.600 12.100-9.500 13.700-3.300-2.600-3.700-8-1-11.900 2.500-3.500 7.200-4.300 10.500-1.800Z"
      />
      <circle className="fill-bib" cx="35.700" cy="13.700" r="1.600" />
      <path
        className="stroke-accent"
        d="M4 41.500c3.300 0 3.300-2 6.700-2s3.300 2 6.700 2 3.300-2 6.600-2 3.400 2 6.700 2 3.300-2 6.700-2 3.300 2 6.600 2"
        fill="none"
        strokeWidth="2.600"
        strokeLinecap="round"
      />
    </Drawing>
  );
}

/** The bird. Its feet touch the lower edge. */
function StandingBird({ className }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 266 188" className={`standing ${className}`}>
      <use href={`${drawings}#standing`} />
    </Drawing>
  );
}

/** The water's surface above the sections, where the bird dives (water.css). */
function WaterLine() {
  return (
    <div aria-hidden="true" className="waterline">
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none">
        <path className="fill-water-far" d="M0 44C220 4 430 72 730 44s480-44 710-6v58H0Z" />
      </svg>
      <span className="diver">
        <svg>
          <use href={`${drawings}#bird`} />
        </svg>
      </span>
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none">
        <path className="waterline-near" d="M0 68C240 30 470 92 760 66s470-32 680-6v36H0Z" />
      </svg>
    </div>
  );
}

/** The sections below the water line, down to the stream bed on which the bird walks. */
function UnderWater({ children }: { readonly children: ReactNode }) {
  return (
    <div className="under-water">
      {children}
      <svg aria-hidden="true" className="block h-30 w-full sm:h-42">
        <use href={`${drawings}#bed`} />
      </svg>
    </div>
  );
}

export const illustrations: BrandDrawings = {
  Mark: BirdMark,
  figure: {
    Figure: StandingBird,
    beside: 'end-8 w-60 xl:end-14 xl:w-68',
    above: 'me-10 w-24',
  },
  Edge: WaterLine,
  Below: UnderWater,
  swimmer: `${drawings}#bird`,
  perched: `${drawings}#standing`,
  ground: 'under-water bed',
  plates: { home, landing, posts, states, offline },
};
