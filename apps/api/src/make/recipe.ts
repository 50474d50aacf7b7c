import { listQualitySchema, soundTypeSchema } from '@dipper/contract';
import * as z from 'zod';
import type { SourceFormat, SubtitleTrack } from '../extract/source-info.js';
import { tagsSchema } from './tags/tags.js';

/**
 * A format as found by an extraction. Our own code writes it to our own database, so only its shape
 * is checked: anything else in the column is a bug, not input.
 */
const sourceFormat = z.custom<SourceFormat>(
  (value) => typeof value === 'object' && value !== null && 'url' in value && 'protocol' in value,
);

/** Subtitles of an item, as `extract` found them. */
const subtitleTrack = z.custom<SubtitleTrack>(
  (value) => typeof value === 'object' && value !== null && 'language' in value && 'files' in value,
);

/** A stream set remuxed as it is, or video joined with audio; nothing is encoded. */
export const joinSchema = z.object({
  kind: z.literal('join'),
  pageUrl: z.string(),
  title: z.string(),
  /** The name the file is saved under, extension included. */
  fileName: z.string(),
  /** The file extension, which decides the muxer. */
  container: z.string(),
  durationSeconds: z.number().nullable(),
  /** True if the file plays without video. */
  isAudio: z.boolean(),
  /** The video, or the only stream set. */
  main: sourceFormat,
  /** The audio joined to `main`. */
  sound: sourceFormat.nullable(),
  /** Subtitles to add as a track. Absent in recipes stored before captions existed. */
  captions: subtitleTrack.optional(),
});
export type Join = z.infer<typeof joinSchema>;

/** Audio as another file type, with tags, chapters and a cover. */
export const convertSchema = z.object({
  kind: z.literal('convert'),
  pageUrl: z.string(),
  title: z.string(),
  fileName: z.string(),
  durationSeconds: z.number().nullable(),
  to: z.enum(soundTypeSchema.options),
  /** Requested bitrate, kbit/s; null for the usual one, or the source's. */
  bitrate: z.number().nullable(),
  /** Has audio, and perhaps video. */
  source: sourceFormat,
  tags: tagsSchema,
});
export type Convert = z.infer<typeof convertSchema>;

/** A part of an offer, exact to the frame. */
export const clipSchema = z.object({
  kind: z.literal('clip'),
  pageUrl: z.string(),
  /** Includes the times of the clip. */
  title: z.string(),
  fileName: z.string(),
  /** The file extension. */
  container: z.string(),
  /** Duration of the whole item; null if its page doesn't say. */
  durationSeconds: z.number().nullable(),
  as: z.enum(['video', 'audio', 'gif', 'webp']),
  startMs: z.int().nonnegative(),
  endMs: z.int().positive(),
  /** The video, or the only stream set needed. */
  main: sourceFormat,
  sound: sourceFormat.nullable(),
});
export type Clip = z.infer<typeof clipSchema>;

/** Subtitles in one language as a file. */
export const subtitleSchema = z.object({
  kind: z.literal('subtitle'),
  pageUrl: z.string(),
  title: z.string(),
  fileName: z.string(),
  durationSeconds: z.number().nullable(),
  format: z.enum(['srt', 'vtt', 'txt']),
  track: subtitleTrack,
});
export type Subtitle = z.infer<typeof subtitleSchema>;

/** An entry of a list as it was chosen. */
const chosenEntry = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  uploader: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  kind: z.enum(['media', 'picture']),
  /** Its index in the list, from 0. */
  at: z.number(),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;

const ofList = {
  /** Page of the list; '' for pasted links. */
  pageUrl: z.string(),
  title: z.string(),
  quality: listQualitySchema,
  /** The visitor's Host header. It decides file names and which sites are switched off. */
  host: z.string(),
  fileName: z.string(),
};

/** Entries of a list as one zip. */
export const bundleSchema = z.object({
  kind: z.literal('bundle'),
  ...ofList,
  /** In the order of the list. */
  entries: z.array(chosenEntry).min(1),
  /** Number of entries in the whole list. */
  total: z.number(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** One entry of a list as a plain file; its name is a guess until it is made. */
export const entrySchema = z.object({ kind: z.literal('entry'), ...ofList, entry: chosenEntry });
export type Entry = z.infer<typeof entrySchema>;

/**
 * What a task makes. The recipe is stored with the task as JSON, and parsed when read. A new kind
 * of file needs a member here, a folder next to `join/`, and a provider marked `@FileMaker()`.
 */
export const recipeSchema = z.discriminatedUnion('kind', [
  joinSchema,
  convertSchema,
  clipSchema,
  subtitleSchema,
  bundleSchema,
  entrySchema,
]);
export type Recipe = z.infer<typeof recipeSchema>;
