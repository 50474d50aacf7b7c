import * as z from 'zod/mini';

/** The number in an error's sentence, by its placeholder's name (`ERRORS[code].value`). */
export const errorValuesSchema = z.record(z.string(), z.number());
export type ErrorValues = z.infer<typeof errorValuesSchema>;

/**
 * The body of every error reply, whatever raised it. `error` is English for any client; pages
 * translate `code` and `values` themselves.
 */
export const errorReplySchema = z.object({
  error: z.string(),
  code: z.string(),
  values: z.optional(errorValuesSchema),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;
