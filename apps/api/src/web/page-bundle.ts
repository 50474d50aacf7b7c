import type { DomainConfig } from '@dipper/contract';

/** What the web's server bundle (apps/web/src/entry-server.tsx) is asked, and what it answers. */
export interface PageInput {
  readonly path: string;
  /** Query with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  readonly lang: string;
}

export interface RenderedPage {
  readonly status: number;
  readonly head: string;
  readonly html: string;
  readonly state: object;
  /** Everybody gets the same until the configuration changes. */
  readonly cacheable: boolean;
  readonly indexable: boolean;
  /** Source modules that the browser needs at once. */
  readonly modules: readonly string[];
}

export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly preload: readonly string[];
  readonly development: string;
}

export interface PageBundle {
  render(input: PageInput): Promise<RenderedPage>;
  renderDocument(parts: {
    readonly lang: string;
    readonly site: DomainConfig;
    readonly head: string;
    readonly html: string;
    readonly state: object;
    readonly nonce: string;
    /** The visitor's cookie, unchecked. */
    readonly theme: string;
    readonly assets: PageAssets;
  }): string;
  renderFavicon(site: DomainConfig): string;
  supportedLanguage(tag: string): string;
}
