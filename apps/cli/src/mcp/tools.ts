import { type Client, filePath, type Found } from '@dipper/client';
import { isFinal, type MergeStatus } from '@dipper/contract';
import * as z from 'zod';
import { AUDIO_TYPES, CLIP_KINDS, SUBTITLE_TYPES } from '../arguments/options.js';
import type { Wanted } from '../arguments/parse.js';
import { chooseIn, qualityOf } from '../choice/choose.js';
import { parseTimes } from '../choice/times.js';
import { unavailable, usageError } from '../exit-codes.js';

const link = z.string().min(1).describe('A link to a public page with video or audio.');

export const searchInput = z.object({ link });

export const makeInput = z.object({
  link,
  format: z
    .string()
    .optional()
    .describe('`best` (the default), a height like `1080p`, or the `format` of a search result.'),
  audio: z.enum(AUDIO_TYPES).optional().describe('Only the audio, as this type.'),
  clip: z.string().optional().describe('Only this part: `0:12-0:41`.'),
  clip_as: z.enum(CLIP_KINDS).optional(),
  subtitles: z.string().optional().describe('Only the subtitles of this language, as a file.'),
  subtitles_as: z.enum(SUBTITLE_TYPES).optional(),
  entry: z.string().optional().describe('The id of an entry, if the link leads to a list.'),
});
type MakeInput = z.infer<typeof makeInput>;

export const statusInput = z.object({ task_id: z.string().min(1) });

/** The client and other data that the tools need. */
export interface ToolContext {
  readonly client: Client;
  /** The server's address, for links to files. */
  readonly url: string;
  readonly signal: AbortSignal;
}

function describe(found: Found) {
  if (found.kind === 'list') {
    const { title, total, entries } = found.list;
    return {
      kind: 'list',
      ...{ title, total },
      entries: entries.map(({ id, title: name, duration }) => ({ id, title: name, duration })),
    };
  }
  const { title, uploader, duration, formats, subtitles, webpage_url } = found.info;
  return {
    kind: 'item',
    ...{ title, uploader, duration, webpage_url },
    formats: formats.map(({ format_id, label, filesize, recommended }) => {
      return { format: format_id, label, size_bytes: filesize, recommended };
    }),
    subtitles: subtitles.map(({ language, machine }) => ({ language, auto_generated: machine })),
  };
}

/** Lists what a link offers. */
export async function search(input: z.infer<typeof searchInput>, context: ToolContext) {
  const { client, signal } = context;
  return describe(await client.search(input.link, { signal }));
}

function wantedOf(input: MakeInput): Wanted {
  const { format = null, audio = null, subtitles, subtitles_as = 'srt', clip_as = null } = input;
  const times = input.clip === undefined ? null : parseTimes(input.clip);
  if (input.clip !== undefined && times === null) {
    throw usageError('`clip` takes two times, the earlier first: 0:12-0:41.');
  }
  return {
    ...{ format, audio },
    clip: times === null ? null : { ...times, as: clip_as },
    subtitles: subtitles === undefined ? null : { language: subtitles, as: subtitles_as },
  };
}

/** Starts making a file. */
export async function make(input: MakeInput, context: ToolContext) {
  const { client, signal, url } = context;
  const found = await client.search(input.link, { signal });
  const wanted = wantedOf(input);
  if (found.kind === 'list') {
    const entry = found.list.entries.find(({ id }) => id === input.entry);
    if (entry === undefined) {
      throw unavailable('This link leads to a list. Give the id of one of its entries as `entry`.');
    }
    const wish = { kind: 'entry', entry: entry.id, quality: qualityOf(wanted) } as const;
    const task = await client.make({ offerId: found.list.task_id, wish }, { signal });
    return { task_id: task.taskId, filename: task.filename, file_url: null };
  }
  const { taskId, filename, path } = await client.make(chooseIn(found.info, wanted), { signal });
  // A file that the source already has can be downloaded immediately.
  return { task_id: taskId, filename, file_url: taskId === null ? url + path : null };
}

function described(status: MergeStatus, url: string) {
  const { task_id, progress, stage, message, eta_seconds, error_code, expires_in_seconds } = status;
  const isThere = status.status === 'complete';
  return {
    ...{ task_id, status: status.status, progress, stage, message, eta_seconds, error_code },
    size_bytes: status.actual_sizes.final_file,
    is_final: isFinal(status.status),
    file_url: isThere ? url + filePath(task_id) : null,
    expires_in_seconds: isThere ? expires_in_seconds : null,
  };
}

/** Reports the progress of a task, and the URL of its file. */
export async function status(input: z.infer<typeof statusInput>, context: ToolContext) {
  const { client, signal, url } = context;
  return described(await client.status(input.task_id, signal), url.replace(/\/+$/, ''));
}
