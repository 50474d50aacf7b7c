import { parseUrl } from '@dipper/media';
import * as z from 'zod/mini';
import { startMergePath, taskIdOfStartMerge } from '../paths.js';
import { previewQuerySchema, wishInQuery } from './preview.js';
import type { SharedParams } from './share.js';

/** In the order in which they stand in an address. */
const KEYS = Object.keys(previewQuerySchema.shape) as (keyof SharedParams)[];
/** As the preview page takes it. */
const MAX_TITLE = 1000;
/** Numbers of any media; more is a mistake or an attack. */
const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

/** Controls, halves of letters, and what turns the direction of a text (Unicode TR 36, §2.5.3). */
const TRICKS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]+/gu;
/** What no address needs unencoded, besides: it would end an attribute or a header, or hide a host. */
const NO_ADDRESS = /[\s<>"\\\u200B-\u200F\u2060-\u2064]/u;

const isPlain = (text: string): boolean => text.search(TRICKS) === -1;
const cleaned = (text: string): string => text.replace(TRICKS, ' ').trim();
const isTaskId = (text: string): boolean => isPlain(text) && text.length <= 128;
/** Cut, and without the half of a letter that a cut may leave. */
const cut = (text: string): string => cleaned(cleaned(text).slice(0, MAX_TITLE));

/** http(s), with a host and without a password, which a link must not pass on. */
function isWebAddress(text: string): boolean {
  const url = isPlain(text) && !NO_ADDRESS.test(text) ? parseUrl(text) : null;
  return (
    url !== null &&
    /^https?:\/\/[^/]/i.test(text) &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password === ''
  );
}

/** A start-merge path in its one spelling; any other text as it is. */
function plainStartMerge(address: string): string {
  const taskId = address.startsWith('/') ? taskIdOfStartMerge(address) : null;
  return taskId === null || !isTaskId(taskId)
    ? address
    : startMergePath(taskId, /[?&]anyway=1(?:&|$)/.test(address));
}

/** http(s), or the start-merge path of a task, which is what `format.url` holds for a merge. */
function isPlayable(address: string): boolean {
  const taskId = address.startsWith('/') ? taskIdOfStartMerge(address) : null;
  return taskId === null ? isWebAddress(address) : isTaskId(taskId);
}

/** Of a thousandth, which is more than anybody is shown: a smaller number is written as "1e-7". */
const PRECISION = 1000;

/** "12", "12.0" and 12 are one amount; of one that is not known ("0") nothing is kept. */
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

/** A wish in its one spelling. */
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

/** What a short link keeps: texts, in the order of KEYS, none of them empty. */
export type KeptParams = Readonly<Partial<Record<keyof SharedParams, string>>>;

/** Without what is null or empty, which is the same as not being there. */
function withoutEmpty(params: unknown): unknown {
  return typeof params !== 'object' || params === null || Array.isArray(params)
    ? params
    : Object.fromEntries(
        Object.entries(params).filter(([, value]) => value !== null && value !== ''),
      );
}

/** The same values make the same text, whatever their order was. */
function inOrder(fields: z.infer<typeof fieldsSchema>): KeptParams {
  return Object.fromEntries(
    KEYS.flatMap((key) => (fields[key] ? [[key, fields[key]] as const] : [])),
  );
}

const leadsSomewhere = ({ task_id, url, source_url }: KeptParams): boolean =>
  (task_id ?? url ?? source_url) !== undefined;

/**
 * `params` of POST /api/shorten-preview, or a query of /preview, as a short link keeps them: the same
 * values give the same output, and what was kept gives itself. Refused: unknown keys, other than
 * http(s) where an address is expected, and what leads nowhere (no task, no media, no page).
 */
export const keptParamsSchema = z
  .pipe(z.pipe(z.transform(withoutEmpty), fieldsSchema), z.transform(inOrder))
  .check(z.refine(leadsSomewhere));
