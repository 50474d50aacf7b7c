import * as z from 'zod/mini';

/** The body of every error reply, whatever raised it. */
export const errorReplySchema = z.object({ error: z.string(), code: z.string() });
export type ErrorReply = z.infer<typeof errorReplySchema>;
