import type { DomainConfig } from '@dipper/contract';
import { type PlatformId, type PlatformKind, PLATFORMS } from '@dipper/media';
import { type PageKind, SERVED_KINDS } from './page-kinds.js';
import { PAGES } from './pages.js';

/** A platform as menus name it. */
export interface PlatformEntry {
  readonly id: PlatformId;
  readonly displayName: string;
  readonly kind: PlatformKind;
  /** Name of its icon, as configured. */
  readonly icon: string;
  /** The main path of its landing page; null for a platform that has none. */
  readonly path: string | null;
}

/**
 * The main path of the page of a kind, or null where that kind has no page of its own or is not
 * served: a menu then has no entry for it.
 * @param kinds those that are answered; tests ask for all
 */
export function pathOf(kind: PageKind, kinds: readonly PageKind[] = SERVED_KINDS): string | null {
  const page = kinds.includes(kind) ? PAGES.find((it) => it.kind === kind) : undefined;
  return page?.path ?? null;
}

/**
 * The platforms that are switched on, by their priority (the lowest number first) and then by name.
 */
export function platformEntries(
  { supportedPlatforms }: Pick<DomainConfig, 'supportedPlatforms'>,
  kinds: readonly PageKind[] = SERVED_KINDS,
): readonly PlatformEntry[] {
  return supportedPlatforms
    .filter(({ enabled }) => enabled)
    .sort((a, b) => a.priority - b.priority || (a.displayName < b.displayName ? -1 : 1))
    .flatMap(({ id, displayName, icon }): PlatformEntry[] => {
      const platform = PLATFORMS.find((it) => it.id === id);
      if (platform === undefined) {
        return [];
      }
      const isServed = platform.landing && kinds.includes('landing');
      const path = isServed ? `/${id}-downloader` : null;
      return [{ id: platform.id, kind: platform.kind, displayName, icon, path }];
    });
}

/** A platform that has a page. */
export type LinkedPlatform = PlatformEntry & { readonly path: string };

/** Those of `platformEntries` that have a page. */
export function linkedPlatforms(
  config: Pick<DomainConfig, 'supportedPlatforms'>,
): readonly LinkedPlatform[] {
  return platformEntries(config).filter((it): it is LinkedPlatform => it.path !== null);
}
