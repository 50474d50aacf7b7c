import * as z from 'zod';
import { parseUpstreamProxy } from '../egress/upstream-proxy.js';
import { type Site, SITES } from './site.js';

/**
 * The maximum length of an argument, characters. YouTube's visitor data tokens have a few hundred.
 */
const MAX_ARG_LENGTH = 4_000;
const MAX_ARGS = 20;

/** `NAME:key=value;key=value`, the format of yt-dlp's --extractor-args. */
const EXTRACTOR_ARG = /^[\w-]+:[\w-]+(=[^;\p{Cc}]*)?(;[\w-]+(=[^;\p{Cc}]*)?)*$/u;

const proxy = z.string().transform((text, context) => {
  try {
    return parseUpstreamProxy(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const extractorArg = z
  .string()
  .max(MAX_ARG_LENGTH)
  .regex(EXTRACTOR_ARG, 'must be written as NAME:key=value;key=value, on one line');

const anySite = z.strictObject({
  enabled: z.boolean().optional(),
  /** `null` for no proxy, even if there is a general one. */
  proxy: proxy.nullable().optional(),
  extractor_args: z.array(extractorArg).max(MAX_ARGS).optional(),
});

/** Cookies belong to an account on one platform, so pages of unknown sites get none. */
const platform = anySite.extend({ cookies: z.string().min(1).optional() });

const row = (site: Site): z.ZodOptional<typeof platform | typeof anySite> =>
  (site === 'other' ? anySite : platform).optional();

/** The content of `config/extraction.json` (docs/operator.md). */
export const siteSettingsSchema = z.strictObject({
  proxy: proxy.nullable().optional(),
  platforms: z
    .strictObject(
      Object.fromEntries(SITES.map((site) => [site, row(site)])) as Record<
        Site,
        z.ZodOptional<typeof platform>
      >,
    )
    .optional(),
});

export type SiteSettingsFile = z.infer<typeof siteSettingsSchema>;
