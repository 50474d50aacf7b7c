import * as z from 'zod/mini';

/** The number in an error's message, by the name of its placeholder (`ERRORS[code].value`). */
export const errorValuesSchema = z.record(z.string(), z.number());
export type ErrorValues = z.infer<typeof errorValuesSchema>;

/**
 * The body of every error reply, whatever caused the error. `error` is in English, for any client.
 * Pages translate `code` and `values` themselves.
 */
export const errorReplySchema = z.object({
  error: z.string(),
  code: z.string(),
  values: z.optional(errorValuesSchema),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;
