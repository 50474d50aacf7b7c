import * as z from 'zod/mini';

/** How many numbers a waveform has, whatever the length of the file. */
export const WAVEFORM_LENGTH = 600;

/**
 * GET /api/download/waveform/{task_id}: how loud a finished file is over its length, 0-255, each for
 * an equal share of it; empty for a file without sound, and where its sound cannot be read. Before
 * completion, after expiry, and for unknown tasks it is refused as the file is.
 */
export const waveformSchema = z.object({
  peaks: z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(WAVEFORM_LENGTH)),
});
export type Waveform = z.infer<typeof waveformSchema>;
