import type { DomainConfig, IllustrationName } from '@dipper/contract';
import type { ComponentType, ReactNode } from 'react';
import { fetchPart } from '../../lib/stale-build.js';
import { BirdMark } from './dipper/mark.js';
import { StandingBird } from './dipper/standing-bird.js';
import drawings from './dipper/drawings.svg?url';
import { UnderWater } from './dipper/under-water.js';
import { WaterLine } from './dipper/water-line.js';
import { plain } from './plain/illustrations.js';

/** What a brand has drawn for its pages. Everything in it is decorative and takes the brand's colours. */
export interface Illustrations {
  /** Beside the name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** On top of the form, as far as there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the start of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Around the sections below the edge; nothing where it is not there. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** Plates of a field guide go with it (ui/plate.tsx). */
  readonly plates?: true;
  /** Address of a drawing that goes under while the water rises, 266 by 188 (features/preview). */
  readonly swimmer?: string;
  /** The foot of every page lies under the edge too: classes of its ground, which stand in water.css. */
  readonly ground?: string;
}

/** The product's own brand is part of every page; others are loaded by the sites that show them. */
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
 * Loads what a brand has drawn, so that `illustrationsOf` has it; both sides wait for it before they
 * render. @throws ChunkLoadError
 */
export async function loadIllustrations({ illustration }: Branding): Promise<void> {
  const load = FOLDERS[illustration];
  if (load !== undefined && !LOADED.has(illustration)) {
    LOADED.set(illustration, (await fetchPart(load)).illustrations);
  }
}

/** The source modules that a page of this brand needs besides its own, from the root of the web. */
export function illustrationModules({ illustration }: Branding): readonly string[] {
  const isLoaded = FOLDERS[illustration] !== undefined;
  return isLoaded ? [`src/theme/illustrations/${illustration}/illustrations.tsx`] : [];
}

/** The illustrations of a brand; none where they are not loaded. */
export function illustrationsOf({ illustration }: Branding): Illustrations {
  return LOADED.get(illustration) ?? plain;
}
