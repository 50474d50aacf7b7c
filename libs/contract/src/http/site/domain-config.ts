import { PLATFORMS } from '@dipper/media';
import * as z from 'zod/mini';
import { ACCOUNT_LANGUAGES } from '../account-choices.js';
import { ONE_LINE } from '../text-patterns.js';

/**
 * The display fonts for headings and the site's name: four that we serve, and the system's fonts.
 */
export const DISPLAY_FONTS = [
  ...(['system', 'young-serif', 'fredoka', 'anton', 'zilla-slab'] as const),
  ...(['book', 'round', 'typewriter', 'narrow'] as const),
] as const;
export type DisplayFont = (typeof DISPLAY_FONTS)[number];

/**
 * The folders in apps/web/src/theme/illustrations. `none` shows the first letter of the name
 * instead of a figure.
 */
export const ILLUSTRATIONS = ['none', 'dipper', 'ebbcast', 'clipfox', 'keepwell'] as const;
export type IllustrationName = (typeof ILLUSTRATIONS)[number];

/** Networks where a brand has a profile, in the order of the footer. */
export const SOCIAL_NETWORKS = [
  ...['x', 'facebook', 'instagram', 'youtube', 'tiktok', 'threads', 'bluesky', 'mastodon'],
  ...['reddit', 'discord', 'telegram', 'whatsapp', 'pinterest', 'linkedin', 'github'],
] as const;

/** The platforms that have their own page. An operator can disable each of them. */
const OFFERED = PLATFORMS.filter(({ landing }) => landing).map(({ id }) => id);

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a color like #1d4ed8'));
/** A single line of text. A line break or another control character would be a mistake. */
const line = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, `must have at most ${max} characters`),
      z.regex(ONE_LINE, 'must be one line'),
    );
const words = (max: number) => line(max).check(z.regex(/\S/, 'must not be empty'));
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const matching = (pattern: RegExp, rule: string) => z.string().check(z.regex(pattern, rule));

const publishedOrigin = matching(
  /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?\/?)?$/,
  "must be like https://www.example.com, or ''",
);
/**
 * A URL of a host and a path, without characters that could break out of an attribute or a policy.
 */
const httpsUrl = matching(
  /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:\/[^\s"'<>\\;,]*)?$/i,
  'must be an address that starts with https://',
);
const LOCAL_PATH = /^\/(?!\/)[^\s"'<>\\;,]*$/;
const path = matching(LOCAL_PATH, 'must be a path like /api/preview');
const adSlotSchema = matching(/^\d{0,20}$/, "must be the digits of an AdSense ad slot, or ''");

const logoSchema = z
  .object({
    icon: line(500),
    type: oneOf(['fontawesome', 'image']),
    /**
     * The drawing for a Font Awesome name. The server adds it, so configuration files don't contain
     * it.
     */
    drawing: z.optional(z.object({ viewBox: z.string(), path: z.string() })),
  })
  .check(
    z.refine(
      ({ icon, type }) =>
        type === 'fontawesome' || icon === '' || LOCAL_PATH.test(icon) || isHttps(icon),
      { path: ['icon'], message: "must be a picture's address (https://… or /…), or ''" },
    ),
  );

const platformSchema = z.object({
  id: oneOf(OFFERED),
  name: words(60),
  displayName: words(60),
  /**
   * The name of a symbol ("youtube", "fab fa-youtube"). If there is no such symbol, the first
   * letter is shown.
   */
  icon: matching(/^[a-z0-9 -]{1,60}$/, 'must be the name of an icon, like youtube'),
  color: colour,
  enabled: z.boolean(),
  priority: z.number(),
});

/** Replaces the title and description of one page for search engines. */
const pageSeoSchema = z.object({
  title: z.optional(words(120)),
  description: z.optional(words(300)),
});

/**
 * The operator's own words in another language. Pages use their defaults for keys that are left
 * out.
 */
const ownWordsSchema = z.object({
  slogan: z.optional(line(120)),
  tagline: z.optional(line(200)),
  title: z.optional(words(120)),
  description: z.optional(words(300)),
});

/** The languages of the pages other than English, which is the language of all other keys. */
const OTHER_LANGUAGES = ACCOUNT_LANGUAGES.filter((language) => language !== 'en');

/**
 * GET /api/domain-config, and the files in `config/domains/` (specification §3, with its wire
 * keys).
 */
export const domainConfigSchema = z.object({
  domain: words(255),
  branding: z.object({
    name: words(60),
    slogan: line(120),
    tagline: line(200),
    logo: logoSchema,
    illustration: oneOf(ILLUSTRATIONS),
    font: oneOf(DISPLAY_FONTS),
    colors: z.object({
      primary: colour,
      secondary: colour,
      accent: colour,
      background: colour,
      surface: colour,
      text: colour,
    }),
    targetAudience: oneOf(['creators', 'enterprise', 'comprehensive']),
  }),
  analytics: z.object({
    trackingEnabled: z.boolean(),
    googleAnalyticsId: matching(/^(?:G-[A-Z0-9]{4,20})?$/, "must be like G-ABC123DEF4, or ''"),
    adsenseClientId: matching(
      /^(?:ca-pub-\d{10,20})?$/,
      "must be like ca-pub-1234567890123456, or ''",
    ),
    adSlots: z.object({ leaderboard: adSlotSchema, responsive: adSlotSchema }),
  }),
  consent: z.object({
    /**
     * The source of the consent dialog: our own banner, or a certified provider that the operator
     * embeds.
     */
    provider: oneOf(['builtin', 'external']),
    /** The URL of an external provider's script; '' if the page loads the script in another way. */
    script: z.union(
      [z.literal(''), httpsUrl],
      "must be an address that starts with https://, or ''",
    ),
  }),
  contact: z.object({
    /** The support address; '' if there is none, in which case pages offer no contact. */
    email: z.union(
      [z.literal(''), z.email("must be an email address, or ''")],
      "must be an email address, or ''",
    ),
    socialMedia: z.partialRecord(oneOf(SOCIAL_NETWORKS), httpsUrl),
  }),
  seo: z.object({
    title: words(120),
    description: words(300),
    keywords: z.array(words(60)),
    /** The scheme and host of all published URLs; '' to use the request's. */
    canonicalUrl: publishedOrigin,
    /** Whether an alias renders its main page, or redirects to it with a 301. */
    aliasMode: oneOf(['render', 'redirect']),
    /** Titles and descriptions by main path. The home page uses `title` and `description` above. */
    pages: z.record(
      matching(/^\/[a-z0-9/-]+$/, 'must be the path of a page, like /blog'),
      pageSeoSchema,
    ),
  }),
  /** `branding.slogan`, `branding.tagline`, `seo.title` and `seo.description` by language. */
  translations: z.partialRecord(oneOf(OTHER_LANGUAGES), ownWordsSchema),
  supportedPlatforms: z.array(platformSchema),
  features: z.object({
    multiDomainSupport: z.boolean(),
    darkMode: z.boolean(),
    debugMode: z.boolean(),
    consentFeature: z.boolean(),
    offlineMode: z.boolean(),
  }),
  api: z.object({
    baseUrl: publishedOrigin,
    endpoints: z.object({ download: path, preview: path, imageProxy: path }),
  }),
  /**
   * The operator's details for the legal pages. The pages leave out empty values (legal-gaps.ts).
   */
  legal: z.object({
    /** The full legal name of the person or company. */
    operator: line(200),
    /** The postal address, on one line. */
    address: line(300),
    /** The governing law and the place of jurisdiction, as a sentence. */
    law: line(300),
    /** Who hosts the server and how long its access logs are kept, as a sentence. */
    hosting: line(300),
    /** The provider that delivers account emails. */
    mailProvider: line(200),
    /** The agent for copyright notices that is registered with the U.S. Copyright Office. */
    dmcaAgent: z.object({
      name: line(200),
      organization: line(200),
      address: line(300),
      phone: line(60),
      email: z.union(
        [z.literal(''), z.email("must be an email address, or ''")],
        "must be an email address, or ''",
      ),
      registrationNumber: line(60),
    }),
  }),
  authentication_enabled: z.boolean(),
  accounts: z.object({
    /**
     * How many downloads a day are recorded in the history of a free account; null if unlimited.
     */
    dailyDownloads: z.nullable(
      z
        .number('must be a whole number, or null')
        .check(z.int(), z.minimum(1, 'must be 1 or more, or null')),
    ),
    /** True if visitors can buy a plan here. Otherwise, free accounts see no limit and no upgrade. */
    paidPlans: z.boolean(),
  }),
});
export type DomainConfig = z.infer<typeof domainConfigSchema>;

function isHttps(text: string): boolean {
  return z.safeParse(httpsUrl, text).success;
}
