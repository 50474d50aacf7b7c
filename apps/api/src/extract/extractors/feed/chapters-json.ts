import * as z from 'zod';
import type { Chapter } from '../../source-info.js';
import { listOf, number, text } from '../page/loose-fields.js';

const chapterSchema = z.object({
  startTime: number,
  title: text,
  toc: z
    .unknown()
    .optional()
    .transform((value) => value !== false),
});
const chaptersSchema = z.object({ chapters: listOf(chapterSchema) });

/**
 * The chapters in a `podcast:chapters` file (podcast namespace, jsonChapters 1.2), limited to those
 * that have a title and are meant for a table of contents. Empty for any other reply.
 */
export function readChaptersJson(reply: unknown): Chapter[] {
  const { data } = chaptersSchema.safeParse(reply);
  return (data?.chapters ?? []).flatMap(({ startTime, title, toc }) =>
    toc && typeof startTime === 'number' && typeof title === 'string'
      ? [{ title, startSeconds: startTime }]
      : [],
  );
}
