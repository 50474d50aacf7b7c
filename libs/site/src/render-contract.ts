import type { DisplayFont, DomainConfig, ErrorReply, ServiceStatus } from '@dipper/contract';
import type { PagesOffered } from './resolve.js';

export interface SharedPicture {
  /** The path of the picture for link previews on other sites. */
  readonly path: string;
  /** The `thumbnail_url` of the preview, with its grant for the image proxy. */
  readonly url: string;
  readonly grant: string;
}

/**
 * The input that the server passes to the server bundle of the web app
 * (apps/web/src/entry-server.tsx).
 */
export interface PageInput {
  readonly path: string;
  /** The query with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** The scheme and host, without a trailing slash. */
  readonly origin: string;
  /**
   * The language of paths without a prefix: the default language or, in tests, a pseudo-language.
   */
  readonly lang: string;
  /** How long finished files are kept. The pages mention it. */
  readonly retentionSeconds: number;
  /** The picture of a shared preview. Without it, other sites show the domain's own picture. */
  readonly sharedPicture?: SharedPicture;
  /** For the status page; missing if the database is down. */
  readonly status?: ServiceStatus;
}

/** The data that the browser needs for hydration. It is embedded in the document as JSON. */
export interface PageState {
  readonly site: DomainConfig;
  readonly origin: string;
  /**
   * The language of the strings. The document's own `lang` is not reliable, because browser
   * translators change it.
   */
  readonly lang: string;
  readonly retentionSeconds: number;
  readonly sharedPicture?: SharedPicture;
  readonly status?: ServiceStatus;
  /** The page's strings by i18n namespace. */
  readonly texts: Readonly<Record<string, object>>;
}

/** A rendered page; `renderDocument` puts it into a document. */
export interface RenderedPage {
  /** The language of the page's strings. */
  readonly lang: string;
  readonly status: 200 | 404;
  /** The title without the brand, as shown in the page's picture; '' for a shell. */
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly html: string;
  readonly state: PageState;
  /** The text and button to show if the script fails to load. */
  readonly stuck: { readonly text: string; readonly action: string };
  /** True if everyone gets the same HTML until the configuration changes. */
  readonly cacheable: boolean;
  readonly indexable: boolean;
  /** The source modules that the browser needs immediately, in addition to the entry. */
  readonly modules: readonly string[];
}

/** The URLs of the built files that a page needs. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules to preload with the script. */
  readonly preload: readonly string[];
  /** Markup that a development server needs at the start; '' in production. */
  readonly development: string;
}

export interface DocumentParts {
  readonly page: RenderedPage;
  readonly assets: PageAssets;
  /**
   * Allows scripts and styles on sites with third-party scripts; base64. Null on other sites, where
   * the policy lists the hashes of inline scripts and styles instead, so that everyone gets the
   * same document.
   */
  readonly nonce: string | null;
}

/**
 * A document, and the content of its inline elements, whose hashes the content security policy
 * lists.
 */
export interface WrittenDocument {
  readonly html: string;
  /** The text of each inline script that runs. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Draws a letter in the brand's display font, as SVG markup for a 48 by 48 square; null if the font
 * lacks the letter. Only the server draws letters, because SVG text would need installed fonts.
 */
export type DrawLetter = (letter: string, fill: string) => Promise<string | null>;

/**
 * The parts of a card that shows a thumbnail as a print, which rises from the water with the
 * brand's figure on it. They are SVG documents; `behind` and `front` are 1200 by 630.
 */
export interface CatchParts {
  readonly behind: string;
  /** The water that covers the lower part of the print. Everything above it is transparent. */
  readonly front: string;
  /** The figure's feet are at its lower edge. Sizes are in pixels of the card. */
  readonly figure: { readonly svg: string; readonly width: number; readonly height: number };
  /** The color of the print's margin, #rrggbb. */
  readonly margin: string;
}

/** The parts of a domain's share pictures: SVG documents, and colors as #rrggbb. */
export interface PictureParts {
  readonly name: string;
  /** A square SVG document. */
  readonly favicon: string;
  /** 1200 by 630. */
  readonly backdrop: string;
  readonly catch: CatchParts;
  readonly colours: { readonly text: string; readonly onWater: string };
  readonly font: DisplayFont;
}

export interface LlmsInput {
  readonly site: DomainConfig;
  readonly language: string;
  /** The scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly pages: readonly {
    readonly path: string;
    readonly title: string;
    readonly description: string;
  }[];
}

/** The sentences of the text files in a zip, in one language. */
export interface ZipWords {
  readonly notIncluded: string;
  readonly damaged: string;
  /** Explains why an entry is missing, given the error reply in English. */
  readonly why: (error: ErrorReply) => string;
  /**
   * States where an entry's original is damaged. Spans are in order, in seconds; `to` may be
   * Infinity.
   * @param places the spans to list; empty if their positions are unknown
   */
  readonly where: (places: readonly { readonly from: number; readonly to: number }[]) => string;
}

/** The server bundle of the web app, as the server loads it. */
export interface PageBundle {
  /** @throws whatever a component throws; the caller then sends the shell */
  render(input: PageInput): Promise<RenderedPage>;
  /** Renders the same page without its content, which the browser fills in. */
  renderShell(input: PageInput): Promise<RenderedPage>;
  renderDocument(parts: DocumentParts): WrittenDocument;
  renderFavicon(site: DomainConfig, draw: DrawLetter): Promise<string>;
  llmsText(input: LlmsInput): Promise<string>;
  /** Returns English for an unknown language. */
  zipWords(language: string): Promise<ZipWords>;
  pictureParts(site: DomainConfig, draw: DrawLetter): Promise<PictureParts>;
  /**
   * The languages and posts of this build, for `resolve` and the sitemap. The default language
   * comes first.
   */
  pagesOffered(): PagesOffered;
  /** The day of the last change (ISO 8601) by canonical path, for pages that have one. */
  changeDates(): Promise<ReadonlyMap<string, string>>;
}
