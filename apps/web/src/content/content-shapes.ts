import type { ComponentType } from 'react';
import type { PlateName } from '../theme/plate-names.js';

interface Titled {
  readonly heading: string;
}

/** The text of a landing page: `landing/{platform}.json`. Prose holds links as in Markdown. */
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
      /** Author and open license: the page offers to try an example only if it has them. */
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
  readonly plate: { readonly name: PlateName; readonly caption: string };
}

/** A post as the list shows it: `posts.json`, in the order shown. */
export interface PostCard {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** For facts that age: the day they were last checked, ISO 8601. */
  readonly checked?: string;
  readonly tag: string;
  readonly minutes: number;
  readonly plate: PlateName;
  readonly related: readonly string[];
}

/** A page text's metadata, at its top: `export const meta = {…}`. */
export interface PageMeta {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro?: string;
  /** Day of the last substantial change, ISO 8601. */
  readonly updated?: string;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The body of an MDX text; takes the components it may use. */
export type TextBody = ComponentType<{ readonly components?: object }>;

/** A text in MDX. */
export interface MdxText {
  readonly default: TextBody;
  readonly headings: readonly Heading[];
}

/** A page that is one text in MDX. */
export interface PageText extends MdxText {
  readonly meta: PageMeta;
}

/** One answer of the help center. */
export interface HelpArticle {
  readonly id: string;
  readonly title: string;
  /** Paragraphs; a link is written as in Markdown, to a path of this site. */
  readonly text: readonly string[];
  /** The error codes it explains; each code has one article. */
  readonly codes?: readonly string[];
}

/** The help center as one domain shows it. `{{name}}` and `{{retention}}` are filled in. */
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

/** Limits it to domains with accounts (true) or without (false); omitted means all. */
interface ForDomains {
  readonly accounts?: boolean;
}

/** `help.json`, for all domains: content/help-for-domain.ts derives a `HelpText`. */
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
  /** Ids of terms to read next. */
  readonly see: readonly string[];
}

/** The glossary: `glossary.json`. `{{name}}` and `{{retention}}` are filled in. */
export interface GlossaryText {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro: string;
  readonly terms: readonly GlossaryTerm[];
}
