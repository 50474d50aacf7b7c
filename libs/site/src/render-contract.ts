import type { DisplayFont, DomainConfig } from '@dipper/contract';
import type { PagesOffered } from './resolve.js';

/** The picture of a preview that somebody has shared. */
export interface SharedPicture {
  /** What other sites show with the preview: a path. */
  readonly path: string;
  /** The preview's `thumbnail_url`, and what lets the image proxy show it on the page itself. */
  readonly url: string;
  readonly grant: string;
}

/** What the server asks the web's server bundle (apps/web/src/entry-server.tsx) for. */
export interface PageInput {
  readonly path: string;
  /** Query of the address with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  /** One of the bundle's languages, or a pseudo-language: what the visitor reads where the path does not say. */
  readonly lang: string;
  /** How long a finished file is kept here: pages say so. */
  readonly retentionSeconds: number;
  /** Of a shared preview; without it other sites show the domain's own picture. */
  readonly sharedPicture?: SharedPicture;
}

/** What the browser needs to render the same again; it stands in the document as JSON. */
export interface PageState {
  readonly site: DomainConfig;
  readonly origin: string;
  /** What the words are in. Browsers' translators write another one at the document's root. */
  readonly lang: string;
  readonly retentionSeconds: number;
  readonly sharedPicture?: SharedPicture;
  /** The page's words, by namespace. */
  readonly texts: Readonly<Record<string, object>>;
}

/** A rendered page; `renderDocument` puts it into a document. */
export interface RenderedPage {
  /** What its words are in. */
  readonly lang: string;
  readonly status: 200 | 404;
  /** Without the brand; what the page's picture shows. '' of a shell. */
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly html: string;
  readonly state: PageState;
  /** What to say, and to press, when the script does not come. */
  readonly stuck: { readonly text: string; readonly action: string };
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

/** The parts of a page's HTML. Only `nonce` and `theme` differ from one visitor's reply to another's. */
export interface DocumentParts {
  readonly page: RenderedPage;
  /** The visitor's `theme` cookie, unchecked. */
  readonly theme: string;
  readonly nonce: string;
  readonly assets: PageAssets;
}

/**
 * Draws a letter in the brand's display face as SVG markup for a square of 48; null where the face
 * lacks it. Of the server: text in pictures would need fonts of the machine.
 */
export type DrawLetter = (letter: string, fill: string) => Promise<string | null>;

/** What the pictures of a domain are made of: SVG documents, and colours as #rrggbb. */
export interface PictureParts {
  readonly name: string;
  /** Square. */
  readonly favicon: string;
  /** 1200 by 630. */
  readonly backdrop: string;
  readonly colours: { readonly text: string; readonly onWater: string };
  /** The face of its words. */
  readonly font: DisplayFont;
}

/** What llms.txt is written from. */
export interface LlmsInput {
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  readonly pages: readonly {
    readonly path: string;
    readonly title: string;
    readonly description: string;
  }[];
}

/** The web's server bundle, as the server loads it. */
export interface PageBundle {
  /** @throws what a component throws: the caller sends the shell. */
  render(input: PageInput): Promise<RenderedPage>;
  /** The same page without its content, which the browser fills in. */
  renderShell(input: PageInput): Promise<RenderedPage>;
  /** The whole document around a rendered page. */
  renderDocument(parts: DocumentParts): string;
  renderFavicon(site: DomainConfig, draw: DrawLetter): Promise<string>;
  llmsText(input: LlmsInput): string;
  pictureParts(site: DomainConfig, draw: DrawLetter): Promise<PictureParts>;
  /** What `resolve` and the sitemap need to know of this build; the default language comes first. */
  pagesOffered(): PagesOffered;
  /** By canonical path: the day of the last change (ISO 8601), of pages whose text says one. */
  changeDates(): Promise<ReadonlyMap<string, string>>;
}
