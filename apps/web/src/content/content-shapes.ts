import type { ComponentType } from 'react';

/** A loaded long-form text and its language. */
export interface Content {
  readonly text: object;
  readonly language: string;
}

interface Titled {
  readonly heading: string;
}

/** A landing page's text, from `landing/{platform}.json`. Prose may contain Markdown links. */
export interface LandingText {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro: string;
  readonly links: Titled & {
    readonly text: string;
    readonly shapes: readonly {
      readonly example: string;
      readonly what: string;
      /** Author and open license. Visitors can only try an example that states both. */
      readonly license?: string;
    }[];
  };
  readonly formats: Titled & {
    readonly text: string;
    readonly rows: readonly { readonly name: string; readonly detail: string }[];
  };
  readonly limits: Titled & {
    readonly items: readonly { readonly what: string; readonly why: string }[];
  };
  readonly steps: Titled & {
    readonly items: readonly { readonly title: string; readonly text: string }[];
  };
  readonly questions: Titled & {
    readonly items: readonly { readonly question: string; readonly answer: string }[];
  };
  /** The description and the caption of the page's plate (theme/illustrations/plates.ts). */
  readonly plate: { readonly description: string; readonly caption: string };
}

/** A post in the list, from `posts.json`, which is in the order of the list. */
export interface PostCard {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /**
   * The day on which the facts were last checked, as ISO 8601; only for facts that can become
   * outdated.
   */
  readonly checked?: string;
  readonly tag: string;
  readonly minutes: number;
  /** The description of the post's plate (theme/illustrations/plates.ts). */
  readonly plate: string;
  readonly related: readonly string[];
}

/** A text's metadata, stated at its top: `export const meta = {…}`. */
export interface PageMeta {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro?: string;
  /** The day of the last substantial change, as ISO 8601. */
  readonly updated?: string;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The body of an MDX text. It receives the components that it may use. */
type TextBody = ComponentType<{ readonly components?: object }>;

export interface MdxText {
  readonly default: TextBody;
  readonly headings: readonly Heading[];
}

/** A page that consists of one MDX text. */
export interface PageText extends MdxText {
  readonly meta: PageMeta;
}

export interface HelpArticle {
  readonly id: string;
  readonly title: string;
  /** Paragraphs. Markdown links lead to a path of this site. */
  readonly text: readonly string[];
  /** The error codes that the article explains. Each belongs to one article. */
  readonly codes?: readonly string[];
}

/** One domain's help center. `{{name}}` and `{{retention}}` are replaced with values. */
export interface HelpText {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro: string;
  readonly categories: readonly {
    readonly id: string;
    readonly title: string;
    readonly articles: readonly HelpArticle[];
  }[];
}

/** True for domains with accounts only, false for domains without. Omitted for all domains. */
interface ForDomains {
  readonly accounts?: boolean;
}

/**
 * The content of `help.json`, for all domains. content/help-for-domain.ts derives a `HelpText` from
 * it.
 */
export interface HelpFile extends Omit<HelpText, 'categories'> {
  readonly categories: readonly (Omit<HelpText['categories'][number], 'articles'> &
    ForDomains & {
      readonly articles: readonly (Omit<HelpArticle, 'text'> &
        ForDomains & {
          readonly text: readonly (string | (ForDomains & { readonly text: string }))[];
        })[];
    })[];
}

export interface GlossaryTerm {
  readonly id: string;
  readonly term: string;
  readonly definition: string;
  /** The ids of related terms. */
  readonly see: readonly string[];
}

/** The glossary, from `glossary.json`. `{{name}}` and `{{retention}}` are replaced with values. */
export interface GlossaryText {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro: string;
  readonly terms: readonly GlossaryTerm[];
}
