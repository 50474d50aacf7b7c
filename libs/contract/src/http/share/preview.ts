import * as z from 'zod/mini';
import { type Wish, wishSchema } from '../task/wishes.js';

const httpUrl = z.string().check(z.regex(/^https?:\/\/[^\s<>"]+$/i), z.maxLength(8192));

/**
 * The query of /preview (specification §2). Malformed numbers are ignored, so that a shared link
 * with such a number still plays. `url` may be a media URL, or the start-merge path of a task.
 */
export const previewQuerySchema = z.object({
  task_id: z.catch(z.optional(z.string().check(z.maxLength(128))), undefined),
  video_format_id: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
  audio_format_id: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
  url: z.catch(z.optional(z.string().check(z.maxLength(8192))), undefined),
  title: z.catch(z.optional(z.string().check(z.maxLength(1000))), undefined),
  filename: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
  is_audio: z.catch(z.optional(z.string()), undefined),
  source_url: z.catch(z.optional(httpUrl), undefined),
  resolution: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  filesize: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  bitrate: z.catch(z.optional(z.coerce.number().check(z.positive())), undefined),
  thumbnail_url: z.catch(z.optional(httpUrl), undefined),
  /** The `Wish` for preparing the file again, as JSON (`wishInQuery`). */
  recipe: z.catch(z.optional(z.string().check(z.maxLength(1000))), undefined),
});
export type PreviewQuery = z.infer<typeof previewQuerySchema>;

/** Parses the `Wish` in `recipe`; null if it is missing or invalid. */
export function wishInQuery(recipe: string | undefined): Wish | null {
  try {
    const wish = wishSchema.safeParse(JSON.parse(recipe ?? ''));
    return wish.success ? wish.data : null;
  } catch {
    return null;
  }
}

/** The /preview link with these values, encoded. Empty values are left out. */
export function previewPath(
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return `/preview?${pairs.join('&')}`;
}
