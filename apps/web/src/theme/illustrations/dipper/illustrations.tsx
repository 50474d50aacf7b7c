import './water.css';
import type { BrandDrawings } from '../brand-drawings.js';
import drawings from './drawings.svg?url';
import { BirdMark } from './mark.js';
import home from './plates/home.svg?url';
import landing from './plates/landing.svg?url';
import posts from './plates/posts.svg?url';
import states from './plates/states.svg?url';
import { StandingBird } from './standing-bird.js';
import { UnderWater } from './under-water.js';
import { WaterLine } from './water-line.js';

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
  plates: { home, landing, posts, states },
};
