import type { DomainConfig, IllustrationName } from '@dipper/contract';
import type { ComponentType, ReactNode } from 'react';
import { fetchPart } from '../../lib/stale-build.js';
import { BirdMark } from './dipper/mark.js';
import { StandingBird } from './dipper/standing-bird.js';
import drawings from './dipper/drawings.svg?url';
import { UnderWater } from './dipper/under-water.js';
import { WaterLine } from './dipper/water-line.js';
import { plain } from './plain/illustrations.js';

/** A brand's drawings. All are decorative and use the brand's colours. */
export interface Illustrations {
  /** Shown beside the name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** Shown on top of the form if there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the top of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Wraps the sections below the edge, if given. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** The brand uses field guide plates (ui/plate.tsx). */
  readonly plates?: true;
  /** URL of a drawing that sinks while the water rises, 266 by 188 (features/preview). */
  readonly swimmer?: string;
  /** The footer lies below the edge, too: the classes of its background (water.css). */
  readonly ground?: string;
}

/** The product's own brand is part of the main bundle; others are loaded by their sites. */
const dipper: Illustrations = {
  Mark: BirdMark,
  Standing: StandingBird,
  Edge: WaterLine,
  Below: UnderWater,
  swimmer: `${drawings}#bird`,
  ground: 'under-water bed',
  plates: true,
};
const LOADED = new Map<IllustrationName, Illustrations>([
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
  readonly illustrations: Illustrations;
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
export function illustrationsOf({ illustration }: Branding): Illustrations {
  return LOADED.get(illustration) ?? plain;
}
