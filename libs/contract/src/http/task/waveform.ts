import * as z from 'zod/mini';

/** The number of values in a waveform, whatever the duration of the file. */
export const WAVEFORM_LENGTH = 600;

/**
 * GET /api/download/waveform/{task_id}: the loudness of a finished file at equal intervals, 0-255.
 * Empty if the file has no audio or can't be decoded. Before the file is finished, after it has
 * expired, and for an unknown task, the request fails in the same way as one for the file.
 */
export const waveformSchema = z.object({
  peaks: z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(WAVEFORM_LENGTH)),
});
export type Waveform = z.infer<typeof waveformSchema>;
