import type { DomainConfig } from '@dipper/contract';
import { type PlatformId, type PlatformKind, PLATFORMS } from '@dipper/media';
import { type PageKind, SERVED_KINDS } from './page-kinds.js';
import { PAGES } from './pages.js';

/** The menu entry of a platform. */
export interface PlatformEntry {
  readonly id: PlatformId;
  readonly displayName: string;
  readonly kind: PlatformKind;
  /** The name of the platform's icon, as configured. */
  readonly icon: string;
  /** The main path of the platform's landing page; null if it has none. */
  readonly path: string | null;
}

/**
 * The main path of a kind of page. Null if the kind has no single page or is not served; menus then
 * leave it out.
 * @param kinds the kinds that are served; tests pass all kinds
 */
export function pathOf(kind: PageKind, kinds: readonly PageKind[] = SERVED_KINDS): string | null {
  const page = kinds.includes(kind) ? PAGES.find((it) => it.kind === kind) : undefined;
  return page?.path ?? null;
}

/** The enabled platforms, ordered by priority (lowest number first) and then by name. */
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

/** A platform with a landing page. */
export type LinkedPlatform = PlatformEntry & { readonly path: string };

/** The entries of `platformEntries` that have a landing page. */
export function linkedPlatforms(
  config: Pick<DomainConfig, 'supportedPlatforms'>,
): readonly LinkedPlatform[] {
  return platformEntries(config).filter((it): it is LinkedPlatform => it.path !== null);
}
