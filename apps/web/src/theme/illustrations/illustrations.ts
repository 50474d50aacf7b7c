import type { DomainConfig, IllustrationName } from '@dipper/contract';
import { fetchPart } from '../../lib/browser/stale-build.js';
import type { BrandDrawings } from './brand-drawings.js';
import { BirdMark } from './dipper/mark.js';
import { StandingBird } from './dipper/standing-bird.js';
import drawings from './dipper/drawings.svg?url';
import { UnderWater } from './dipper/under-water.js';
import { WaterLine } from './dipper/water-line.js';
import { plain } from './plain/illustrations.js';

/** The product's own brand is part of the main bundle; others are loaded by their sites. */
const dipper: BrandDrawings = {
  Mark: BirdMark,
  Standing: StandingBird,
  Edge: WaterLine,
  Below: UnderWater,
  swimmer: `${drawings}#bird`,
  ground: 'under-water bed',
  plates: true,
};
const LOADED = new Map<IllustrationName, BrandDrawings>([
  ['none', plain],
  ['dipper', dipper],
]);

/** Folders of brands that are loaded on demand. */
const FOLDERS: Readonly<Partial<Record<IllustrationName, () => Promise<Folder>>>> = {
  ebbcast: () => import('./ebbcast/illustrations.js'),
  clipfox: () => import('./clipfox/illustrations.js'),
  keepwell: () => import('./keepwell/illustrations.js'),
};

interface Folder {
  readonly illustrations: BrandDrawings;
}

type Branding = Pick<DomainConfig['branding'], 'illustration'>;

/**
 * Loads a brand's drawings for `illustrationsOf`; server and browser await it before rendering.
 * @throws ChunkLoadError
 */
export async function loadIllustrations({ illustration }: Branding): Promise<void> {
  const load = FOLDERS[illustration];
  if (load !== undefined && !LOADED.has(illustration)) {
    LOADED.set(illustration, (await fetchPart(load)).illustrations);
  }
}

/** The extra source modules of this brand's pages, relative to apps/web. */
export function illustrationModules({ illustration }: Branding): readonly string[] {
  const isLoaded = FOLDERS[illustration] !== undefined;
  return isLoaded ? [`src/theme/illustrations/${illustration}/illustrations.tsx`] : [];
}

/** A brand's illustrations; the plain ones if not loaded. */
export function illustrationsOf({ illustration }: Branding): BrandDrawings {
  return LOADED.get(illustration) ?? plain;
}
