import type { DomainConfig } from '@dipper/contract';
import { type PlatformId, type PlatformKind, PLATFORMS } from '@dipper/media';
import type { PageKind } from './page-kinds.js';
import { PAGES } from './page-paths.js';

export interface PlatformEntry {
  readonly id: PlatformId;
  readonly displayName: string;
  readonly kind: PlatformKind;
  readonly icon: string;
  /** The main path of its landing page; null if it has none. */
  readonly path: string | null;
}

/** The main path of a kind of page; null if it has none. */
export function pathOf(kind: PageKind): string | null {
  return PAGES.find((page) => page.kind === kind)?.path ?? null;
}

/** The enabled platforms by priority (lowest number first), then by name. */
export function platformEntries({
  supportedPlatforms,
}: Pick<DomainConfig, 'supportedPlatforms'>): readonly PlatformEntry[] {
  return supportedPlatforms
    .filter(({ enabled }) => enabled)
    .sort((a, b) => a.priority - b.priority || (a.displayName < b.displayName ? -1 : 1))
    .flatMap(({ id, displayName, icon }): PlatformEntry[] => {
      const platform = PLATFORMS.find((it) => it.id === id);
      if (platform === undefined) {
        return [];
      }
      const path = platform.landing ? `/${id}-downloader` : null;
      return [{ id: platform.id, kind: platform.kind, displayName, icon, path }];
    });
}

export type LinkedPlatform = PlatformEntry & { readonly path: string };

export function linkedPlatforms(
  config: Pick<DomainConfig, 'supportedPlatforms'>,
): readonly LinkedPlatform[] {
  return platformEntries(config).filter((it): it is LinkedPlatform => it.path !== null);
}
