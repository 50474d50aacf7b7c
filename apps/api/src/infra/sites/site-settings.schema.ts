import { CONTROLS, parseUrl } from '@dipper/media';
import * as z from 'zod';
import { parseUpstreamProxy } from '../egress/upstream-proxy.js';
import { parseBlockRule } from './block-list.js';
import { type Site, SITES } from './site.js';

/**
 * The maximum length of an argument, in characters. YouTube's visitor data tokens have a few
 * hundred.
 */
const MAX_ARG_LENGTH = 4_000;
const MAX_ARGS = 20;

/** `NAME:key=value;key=value`, the format of yt-dlp's --extractor-args. */
const PAIR = String.raw`[\w-]+(=[^;${CONTROLS}]*)?`;
const EXTRACTOR_ARG = new RegExp(String.raw`^[\w-]+:${PAIR}(;${PAIR})*$`, 'u');

const MAX_POOL = 20;
const MAX_BLOCKED = 20_000;
const WEBHOOK_SHAPE = 'must be a URL like https://host/path';
/**
 * 100 MB. A smaller limit would refuse most visitors even their first file, and is probably a typo.
 */
const MIN_DAILY_BYTES = 100_000_000;

/** One proxy, or several in the order in which they are tried. */
const proxies = z
  .union([z.string(), z.array(z.string()).min(1).max(MAX_POOL)])
  .transform((given, context) =>
    [given].flat().map((text, at) => {
      try {
        return parseUpstreamProxy(text);
      } catch (error) {
        const path = typeof given === 'string' ? [] : [at];
        context.addIssue({ code: 'custom', message: (error as Error).message, path });
        return z.NEVER;
      }
    }),
  );

const extractorArg = z
  .string()
  .max(MAX_ARG_LENGTH)
  .regex(EXTRACTOR_ARG, 'must be written as NAME:key=value;key=value, on one line');

/** Which requests use the proxies: all of them, or only those for pages. */
const proxyFor = z.enum(['everything', 'pages']);

const anySite = z.strictObject({
  enabled: z.boolean().optional(),
  /** `null` for no proxy, even if there is a general one. */
  proxy: proxies.nullable().optional(),
  proxy_for: proxyFor.optional(),
  extractor_args: z.array(extractorArg).max(MAX_ARGS).optional(),
});

const path = z.string().min(1);

/** Cookies belong to an account on one platform, so pages of unknown sites get none. */
const platform = anySite.extend({
  cookies: z
    .union([path, z.array(path).min(1).max(MAX_POOL)])
    .transform((given) => [given].flat())
    .optional(),
});

const row = (site: Site): z.ZodOptional<typeof platform | typeof anySite> =>
  (site === 'other' ? anySite : platform).optional();

const blockRule = z.string().transform((text, context) => {
  try {
    return parseBlockRule(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const hasNoCredentials = (text: string): boolean => {
  const url = parseUrl(text);
  return url !== null && url.username === '' && url.password === '';
};

/** The content of `config/extraction.json` (docs/operator.md). */
export const siteSettingsSchema = z.strictObject({
  webhook: z
    .url({ protocol: /^https?$/, error: WEBHOOK_SHAPE })
    .refine(hasNoCredentials, 'must not contain a name and password, which fetch refuses')
    .optional(),
  alert_mail: z.email({ error: 'must be an email address' }).optional(),
  daily_bytes: z.int().min(MIN_DAILY_BYTES).optional(),
  blocked: z.array(blockRule).max(MAX_BLOCKED).optional(),
  proxy: proxies.nullable().optional(),
  proxy_for: proxyFor.optional(),
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
