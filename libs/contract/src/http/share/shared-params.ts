import { hasUnsafeCharacters, parseUrl, withoutUnsafeCharacters, ZERO_WIDTH } from '@dipper/media';
import * as z from 'zod/mini';
import { startMergePath, taskIdOfStartMerge } from '../../paths.js';
import { previewQuerySchema, wishInQuery } from './preview.js';
import type { SharedParams } from './share.js';

/** The keys, in their order in a URL. */
const KEYS = Object.keys(previewQuerySchema.shape) as (keyof SharedParams)[];
/** The maximum length of a title, which is the same as on the preview page. */
const MAX_TITLE = 1000;
/** No real media file has more; a larger amount is a mistake or an attack. */
const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

/**
 * Characters that, besides the unsafe ones, no URL needs unencoded. They could end an attribute or
 * a header, or disguise a host.
 */
const NO_ADDRESS = new RegExp(String.raw`[\s<>"\\${ZERO_WIDTH}]`, 'u');

const isPlain = (text: string): boolean => !hasUnsafeCharacters(text);
const cleaned = (text: string): string => withoutUnsafeCharacters(text).trim();
const isTaskId = (text: string): boolean => isPlain(text) && text.length <= 128;
/** Shortens a title, and removes a lone surrogate that is left if the cut split a pair. */
const cut = (text: string): string => cleaned(cleaned(text).slice(0, MAX_TITLE));

/**
 * True for an http(s) URL with a host and without a password. A link must not pass on a password.
 */
function isWebAddress(text: string): boolean {
  const url = isPlain(text) && !NO_ADDRESS.test(text) ? parseUrl(text) : null;
  return (
    url !== null &&
    /^https?:\/\/[^/]/i.test(text) &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password === ''
  );
}

/** Normalizes a start-merge path. Other text is returned unchanged. */
function plainStartMerge(address: string): string {
  const taskId = address.startsWith('/') ? taskIdOfStartMerge(address) : null;
  return taskId === null || !isTaskId(taskId)
    ? address
    : startMergePath(taskId, /[?&]anyway=1(?:&|$)/.test(address));
}

/**
 * True for an http(s) URL, or the start-merge path of a task, which is the `format.url` of a merge.
 */
function isPlayable(address: string): boolean {
  const taskId = address.startsWith('/') ? taskIdOfStartMerge(address) : null;
  return taskId === null ? isWebAddress(address) : isTaskId(taskId);
}

/**
 * Amounts are rounded to thousandths. That is more precise than any page shows, and smaller numbers
 * would be formatted as "1e-7".
 */
const PRECISION = 1000;

/** Normalizes "12", "12.0" and 12. An unknown amount ("0") becomes ''. */
function amount(value: number): string {
  const rounded = Math.round(value * PRECISION) / PRECISION;
  return rounded === 0 ? '' : String(rounded);
}

const id = z.string().check(z.maxLength(200), z.refine(isPlain));
const webAddress = z.string().check(z.refine(isWebAddress));
const number = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^\d{1,16}(?:\.\d{1,20})?$/)), z.transform(Number)),
]);
const positive = z.pipe(number, z.number().check(z.minimum(0), z.maximum(MAX_AMOUNT)));

const recipe = z.string().check(
  z.maxLength(1000),
  z.refine((text) => wishInQuery(text) !== null),
  z.overwrite((text) => JSON.stringify(wishInQuery(text))),
);

const fieldsSchema = z.strictObject({
  task_id: z.optional(z.string().check(z.refine(isTaskId))),
  video_format_id: z.optional(id),
  audio_format_id: z.optional(id),
  url: z.optional(z.string().check(z.overwrite(plainStartMerge), z.refine(isPlayable))),
  title: z.optional(z.string().check(z.overwrite(cut))),
  filename: z.optional(z.string().check(z.overwrite(cleaned), z.maxLength(300))),
  is_audio: z.optional(
    z.pipe(z.union([z.boolean(), z.enum(['true', 'false'])]), z.transform(String)),
  ),
  source_url: z.optional(webAddress),
  resolution: z.optional(z.string().check(z.overwrite(cleaned), z.maxLength(40))),
  filesize: z.optional(
    z.pipe(
      positive,
      z.transform((value) => amount(Math.round(value))),
    ),
  ),
  bitrate: z.optional(z.pipe(positive, z.transform(amount))),
  thumbnail_url: z.optional(webAddress),
  recipe: z.optional(recipe),
} satisfies Record<keyof SharedParams, unknown>);

/** The stored form of a short link's params: non-empty strings in the order of KEYS. */
export type StoredParams = Readonly<Partial<Record<keyof SharedParams, string>>>;

/** Removes null and empty values, which are treated as missing. */
function withoutEmpty(params: unknown): unknown {
  return typeof params !== 'object' || params === null || Array.isArray(params)
    ? params
    : Object.fromEntries(
        Object.entries(params).filter(([, value]) => value !== null && value !== ''),
      );
}

/** Puts the values in a fixed order, so that their original order does not matter. */
function inOrder(fields: z.infer<typeof fieldsSchema>): StoredParams {
  return Object.fromEntries(
    KEYS.flatMap((key) => (fields[key] ? [[key, fields[key]] as const] : [])),
  );
}

const leadsSomewhere = ({ task_id, url, source_url }: StoredParams): boolean =>
  (task_id ?? url ?? source_url) !== undefined;

/**
 * Normalizes the `params` of POST /api/shorten-preview, or a query of /preview, for storage. Equal
 * values give equal results, and stored params stay unchanged. Rejects unknown keys, URLs that are
 * not http(s), and params that refer to nothing (no task, media or page).
 */
export const keptParamsSchema = z
  .pipe(z.pipe(z.transform(withoutEmpty), fieldsSchema), z.transform(inOrder))
  .check(z.refine(leadsSomewhere));
