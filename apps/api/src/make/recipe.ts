import { listQualitySchema, soundTypeSchema } from '@dipper/contract';
import * as z from 'zod';
import type { SourceFormat, SubtitleTrack } from '../extract/source-info.js';
import { tagsSchema } from './tags/tags.js';

/**
 * A format as an extraction found it. Written by our own code and read back from our own database,
 * so only its shape as an object is checked: a column that holds something else is a bug, not input.
 */
const sourceFormat = z.custom<SourceFormat>(
  (value) => typeof value === 'object' && value !== null && 'url' in value && 'protocol' in value,
);

/** Subtitles of an item, as `extract` found them. */
const subtitleTrack = z.custom<SubtitleTrack>(
  (value) => typeof value === 'object' && value !== null && 'language' in value && 'files' in value,
);

/** One stream set put into a file as it is, or a picture joined with a sound; nothing is encoded. */
export const joinSchema = z.object({
  kind: z.literal('join'),
  pageUrl: z.string(),
  title: z.string(),
  /** The name the file is saved under, extension included. */
  fileName: z.string(),
  /** The extension of the file, which decides the muxer. */
  container: z.string(),
  durationSeconds: z.number().nullable(),
  /** Plays without a picture. */
  isAudio: z.boolean(),
  /** The picture, or the only stream set. */
  main: sourceFormat,
  /** The sound that is joined to `main`. */
  sound: sourceFormat.nullable(),
  /** Subtitles that are joined as a track. Recipes that were kept before there were any have none. */
  captions: subtitleTrack.optional(),
});
export type Join = z.infer<typeof joinSchema>;

/** A sound as another type of file, with tags, chapters and a cover. */
export const convertSchema = z.object({
  kind: z.literal('convert'),
  pageUrl: z.string(),
  title: z.string(),
  fileName: z.string(),
  durationSeconds: z.number().nullable(),
  to: z.enum(soundTypeSchema.options),
  /** Asked for, kbit/s; null: what is usual, or that of the source. */
  bitrate: z.number().nullable(),
  /** Has the sound; maybe a picture, too. */
  source: sourceFormat,
  tags: tagsSchema,
});
export type Convert = z.infer<typeof convertSchema>;

/** A stretch of an offer, exact to the frame. */
export const clipSchema = z.object({
  kind: z.literal('clip'),
  pageUrl: z.string(),
  /** With the times of the stretch. */
  title: z.string(),
  fileName: z.string(),
  /** The extension of the file. */
  container: z.string(),
  /** Of the whole item, where its page says. */
  durationSeconds: z.number().nullable(),
  as: z.enum(['video', 'audio', 'gif', 'webp']),
  startMs: z.int().nonnegative(),
  endMs: z.int().positive(),
  /** The picture, or the only stream set that is needed. */
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
  /** Its place in the list, from 0. */
  at: z.number(),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;

const ofList = {
  /** Of the list; '' for links that were pasted together. */
  pageUrl: z.string(),
  title: z.string(),
  quality: listQualitySchema,
  /** The Host header of the visitor: for names, and for what is switched off there. */
  host: z.string(),
  fileName: z.string(),
};

/** Entries of a list as one zip. */
export const bundleSchema = z.object({
  kind: z.literal('bundle'),
  ...ofList,
  /** In the order of the list. */
  entries: z.array(chosenEntry).min(1),
  /** Entries of the list in all. */
  total: z.number(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** One entry of a list as the file it is; its name is a guess until that is made. */
export const entrySchema = z.object({ kind: z.literal('entry'), ...ofList, entry: chosenEntry });
export type Entry = z.infer<typeof entrySchema>;

/**
 * What a task makes: kept with the task as JSON and parsed when it is read. A new kind of file is
 * a member here, a folder beside `join/`, and a provider marked `@FileMaker()`.
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
