import './water.css';
import type { BrandDrawings } from '../brand-drawings.js';
import drawings from './drawings.svg?url';
import { BirdMark } from './mark.js';
import { StandingBird } from './standing-bird.js';
import { UnderWater } from './under-water.js';
import { WaterLine } from './water-line.js';

export const illustrations: BrandDrawings = {
  Mark: BirdMark,
  Standing: StandingBird,
  Edge: WaterLine,
  Below: UnderWater,
  swimmer: `${drawings}#bird`,
  ground: 'under-water bed',
  plates: true,
};
