import type { DomainConfig, IllustrationName } from '@dipper/contract';
import { fetchPart } from '../../lib/browser/stale-build.js';
import type { BrandDrawings } from './brand-drawings.js';
import { plain } from './plain/illustrations.js';

const LOADED = new Map<IllustrationName, BrandDrawings>([['none', plain]]);

/** The folders of brands that are loaded on demand. */
const FOLDERS: Readonly<Partial<Record<IllustrationName, () => Promise<Folder>>>> = {
  dipper: () => import('./dipper/illustrations.js'),
  ebbcast: () => import('./ebbcast/illustrations.js'),
  clipfox: () => import('./clipfox/illustrations.js'),
  keepwell: () => import('./keepwell/illustrations.js'),
};

interface Folder {
  readonly illustrations: BrandDrawings;
}

type Branding = Pick<DomainConfig['branding'], 'illustration'>;

/**
 * Loads a brand's drawings for `illustrationsOf`. Server and browser wait for this before they
 * render.
 * @throws ChunkLoadError
 */
export async function loadIllustrations({ illustration }: Branding): Promise<void> {
  const load = FOLDERS[illustration];
  if (load !== undefined && !LOADED.has(illustration)) {
    LOADED.set(illustration, (await fetchPart(load)).illustrations);
  }
}

/** Returns the additional source modules of this brand's pages, relative to apps/web. */
export function illustrationModules({ illustration }: Branding): readonly string[] {
  const isLoaded = FOLDERS[illustration] !== undefined;
  return isLoaded ? [`src/theme/illustrations/${illustration}/illustrations.tsx`] : [];
}

/** Returns a brand's drawings; the plain ones if they are not loaded. */
export function illustrationsOf({ illustration }: Branding): BrandDrawings {
  return LOADED.get(illustration) ?? plain;
}
