import * as z from 'zod/mini';

/** Number of values in a waveform, whatever the file's duration. */
export const WAVEFORM_LENGTH = 600;

/**
 * GET /api/download/waveform/{task_id}: a finished file's loudness in equal intervals, 0-255; empty
 * without audio or if it cannot be decoded. Before completion, after expiry, and for unknown tasks
 * it fails like the file itself.
 */
export const waveformSchema = z.object({
  peaks: z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(WAVEFORM_LENGTH)),
});
export type Waveform = z.infer<typeof waveformSchema>;
