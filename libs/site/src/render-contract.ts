import type { DisplayFont, DomainConfig } from '@dipper/contract';
import type { PagesOffered } from './resolve.js';

/** The picture of a shared preview. */
export interface SharedPicture {
  /** Path of the picture for other sites' link previews. */
  readonly path: string;
  /** The preview's `thumbnail_url`, with its grant for the image proxy. */
  readonly url: string;
  readonly grant: string;
}

/** The server's input to the web's server bundle (apps/web/src/entry-server.tsx). */
export interface PageInput {
  readonly path: string;
  /** The query with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  /** Language of paths without a prefix: the default, or in tests a pseudo-language. */
  readonly lang: string;
  /** How long finished files are kept, for the pages' texts. */
  readonly retentionSeconds: number;
  /** For a shared preview; without it other sites show the domain's own picture. */
  readonly sharedPicture?: SharedPicture;
}

/** The data that the browser needs to hydrate; embedded in the document as JSON. */
export interface PageState {
  readonly site: DomainConfig;
  readonly origin: string;
  /** Language of the texts. Browser translators change the document's own `lang`. */
  readonly lang: string;
  readonly retentionSeconds: number;
  readonly sharedPicture?: SharedPicture;
  /** The page's texts by namespace. */
  readonly texts: Readonly<Record<string, object>>;
}

/** A rendered page; `renderDocument` puts it into a document. */
export interface RenderedPage {
  /** Language of its texts. */
  readonly lang: string;
  readonly status: 200 | 404;
  /** Without the brand, as shown in the page's picture. '' for a shell. */
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly html: string;
  readonly state: PageState;
  /** Text and button for when the script fails to load. */
  readonly stuck: { readonly text: string; readonly action: string };
  /** True if everybody gets the same HTML until the configuration changes. */
  readonly cacheable: boolean;
  readonly indexable: boolean;
  /** Source modules that the browser needs at once besides the entry. */
  readonly modules: readonly string[];
}

/** URLs of the built files that a page needs. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules to preload with the script. */
  readonly preload: readonly string[];
  /** Markup that a development server needs first; '' in production. */
  readonly development: string;
}

/** The parts of a page's HTML. */
export interface DocumentParts {
  readonly page: RenderedPage;
  readonly assets: PageAssets;
  /**
   * Allows scripts and styles at sites with third-party scripts, base64. Null elsewhere: the policy
   * lists the hashes of the inline ones instead, so that everyone gets the same document.
   */
  readonly nonce: string | null;
}

/** A document and the texts of its inline elements, whose hashes the content policy lists. */
export interface WrittenDocument {
  readonly html: string;
  /** Text of each inline script that runs. */
  readonly scripts: readonly string[];
  /** Text of each style element. */
  readonly styles: readonly string[];
}

/**
 * Draws a letter in the brand's display font as SVG markup for a 48 by 48 square; null if the font
 * lacks it. Server only: SVG text would need installed fonts.
 */
export type DrawLetter = (letter: string, fill: string) => Promise<string | null>;

/** The parts of a domain's share pictures: SVG documents, and colours as #rrggbb. */
export interface PictureParts {
  readonly name: string;
  /** Square. */
  readonly favicon: string;
  /** 1200 by 630. */
  readonly backdrop: string;
  readonly colours: { readonly text: string; readonly onWater: string };
  /** The font of its text. */
  readonly font: DisplayFont;
}

/** The input of llms.txt. */
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
  /** @throws whatever a component throws; the caller then sends the shell */
  render(input: PageInput): Promise<RenderedPage>;
  /** The same page without its content, which the browser fills in. */
  renderShell(input: PageInput): Promise<RenderedPage>;
  /** The whole document around a rendered page. */
  renderDocument(parts: DocumentParts): WrittenDocument;
  renderFavicon(site: DomainConfig, draw: DrawLetter): Promise<string>;
  llmsText(input: LlmsInput): string;
  pictureParts(site: DomainConfig, draw: DrawLetter): Promise<PictureParts>;
  /**
   * The languages and posts of this build, for `resolve` and the sitemap; the default language
   * first.
   */
  pagesOffered(): PagesOffered;
  /** The day of the last change (ISO 8601) by canonical path, for pages that state one. */
  changeDates(): Promise<ReadonlyMap<string, string>>;
}
