import * as z from 'zod/mini';

/** GET /api/config */
export const serverConfigSchema = z.object({
  file_retention_seconds: z.number().check(z.positive()),
  environment: z.string(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1d4ed8'));
const text = z.string().check(z.minLength(1), z.maxLength(500));

const publishedOrigin = z
  .string()
  .check(
    z.regex(
      /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?\/?)?$/,
      "must be like https://www.example.com, or ''",
    ),
  );

const adSlotSchema = z.string();

const platformSchema = z.object({
  id: text,
  name: text,
  displayName: text,
  icon: z.string(),
  color: colour,
  enabled: z.boolean(),
  priority: z.number(),
});

/** GET /api/domain-config, and the files of `config/domains/` (specification §3, wire keys as there). */
export const domainConfigSchema = z.object({
  domain: text,
  branding: z.object({
    name: text,
    slogan: z.string(),
    tagline: z.string(),
    logo: z.object({ icon: z.string(), type: z.enum(['fontawesome', 'image']) }),
    colors: z.object({
      primary: colour,
      secondary: colour,
      accent: colour,
      background: colour,
      surface: colour,
      text: colour,
    }),
    targetAudience: z.enum(['creators', 'enterprise', 'comprehensive']),
  }),
  analytics: z.object({
    trackingEnabled: z.boolean(),
    googleAnalyticsId: z.string(),
    adsenseClientId: z.string(),
    adSlots: z.object({ leaderboard: adSlotSchema, responsive: adSlotSchema }),
  }),
  contact: z.object({
    /** Where visitors write to; '' where nobody reads, and pages then offer no contact. */
    email: z.union([z.literal(''), z.email()]),
    socialMedia: z.record(z.string(), z.url()),
  }),
  seo: z.object({
    title: text,
    description: text,
    keywords: z.array(z.string()),
    /** Scheme and host that every address is listed under; '' for those of the visitor. */
    canonicalUrl: publishedOrigin,
  }),
  supportedPlatforms: z.array(platformSchema),
  features: z.object({
    multiDomainSupport: z.boolean(),
    darkMode: z.boolean(),
    debugMode: z.boolean(),
    consentFeature: z.boolean(),
    offlineMode: z.boolean(),
  }),
  api: z.object({
    baseUrl: z.string(),
    endpoints: z.object({ download: z.string(), preview: z.string(), imageProxy: z.string() }),
  }),
  authentication_enabled: z.boolean(),
});
export type DomainConfig = z.infer<typeof domainConfigSchema>;
