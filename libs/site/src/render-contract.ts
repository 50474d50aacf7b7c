import type { DomainConfig } from '@dipper/contract';

/** What the server asks the web's server bundle (apps/web/src/entry-server.tsx) for. */
export interface PageInput {
  readonly path: string;
  /** Query of the address with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  readonly lang: string;
}

/** What the browser needs to render the same again; it stands in the document as JSON. */
export interface PageState {
  readonly site: DomainConfig;
  readonly origin: string;
}

/** A rendered page; `renderDocument` puts it into a document. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly head: string;
  readonly html: string;
  readonly state: PageState;
  /** True when everybody gets the same HTML until the configuration changes. */
  readonly cacheable: boolean;
  readonly indexable: boolean;
  /** Source modules that the browser needs at once besides the entry. */
  readonly modules: readonly string[];
}

/** Addresses of the built files that a page needs. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that are fetched together with the script. */
  readonly preload: readonly string[];
  /** Markup a development server wants in front of everything; '' in production. */
  readonly development: string;
}

/** What a visitor has chosen to see; `auto` follows the machine. */
export type Theme = 'light' | 'dark' | 'auto';

/** The parts of a page's HTML. Only `nonce` and `theme` differ from one visitor's reply to another's. */
export interface DocumentParts {
  readonly lang: string;
  readonly theme: Theme;
  readonly site: DomainConfig;
  readonly head: string;
  readonly html: string;
  readonly state: object;
  readonly nonce: string;
  readonly assets: PageAssets;
}

/** The web's server bundle, as the server loads it. */
export interface PageBundle {
  /** @throws what a component throws: the caller sends the shell. */
  render(input: PageInput): Promise<RenderedPage>;
  /** The whole document around a rendered page, or (`html: ''`) the shell that the browser fills. */
  renderDocument(parts: DocumentParts): string;
  renderFavicon(site: DomainConfig): string;
  /** The language that stands for a tag of the wire ("en-GB" is "en"). */
  supportedLanguage(tag: string): string;
  /** Tags of the languages that have texts, the default first. */
  readonly languages: readonly string[];
}
