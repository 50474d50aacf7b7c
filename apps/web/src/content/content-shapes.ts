import type { ComponentType } from 'react';

interface Titled {
  readonly heading: string;
}

/**
 * The text of a landing page, from `landing/{platform}.json`. Prose may contain links in Markdown.
 */
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
      /**
       * The author and the open license. The page lets visitors try an example only if both are
       * stated.
       */
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

/** A post as the list shows it, from `posts.json`, which is in the order of the list. */
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

/** The metadata of a page's text, stated at its top: `export const meta = {…}`. */
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
export type TextBody = ComponentType<{ readonly components?: object }>;

/** A text in MDX. */
export interface MdxText {
  readonly default: TextBody;
  readonly headings: readonly Heading[];
}

/** A page that consists of one MDX text. */
export interface PageText extends MdxText {
  readonly meta: PageMeta;
}

/** One article of the help center. */
export interface HelpArticle {
  readonly id: string;
  readonly title: string;
  /** The paragraphs. Links are written as in Markdown and lead to a path of this site. */
  readonly text: readonly string[];
  /** The error codes that the article explains. Each code belongs to one article. */
  readonly codes?: readonly string[];
}

/**
 * The help center as one domain shows it. `{{name}}` and `{{retention}}` are replaced with values.
 */
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

/**
 * True for items on domains with accounts only, and false for items on domains without. If it is
 * left out, the item is on all domains.
 */
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
