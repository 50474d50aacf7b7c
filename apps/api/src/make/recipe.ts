import { listQualitySchema, soundTypeSchema } from '@dipper/contract';
import * as z from 'zod';
import type { SourceFormat, SubtitleTrack } from '../extract/source-info.js';
import { tagsSchema } from './tags/tags.js';

/**
 * A format as found by an extraction. Our own code writes it to our own database, so only its shape
 * is checked. Anything else in the column is a bug.
 */
const sourceFormat = z.custom<SourceFormat>(
  (value) => typeof value === 'object' && value !== null && 'url' in value && 'protocol' in value,
);

/** Subtitles of an item, as `extract` found them. */
const subtitleTrack = z.custom<SubtitleTrack>(
  (value) => typeof value === 'object' && value !== null && 'language' in value && 'files' in value,
);

/** What the recipes for a file of one item have in common. */
const ofItem = {
  pageUrl: z.string(),
  title: z.string(),
  /** The name to save the file under, with its extension. */
  fileName: z.string(),
  /** Duration of the whole item in seconds; null if its page doesn't give one. */
  durationSeconds: z.number().nullable(),
};

/** A file whose streams are copied: one stream set, or video joined with audio. */
const joinSchema = z.object({
  kind: z.literal('join'),
  ...ofItem,
  /** The file extension, which decides the muxer. */
  container: z.string(),
  isAudio: z.boolean(),
  /** The video, or the only stream set. */
  main: sourceFormat,
  /** The audio joined to `main`. */
  sound: sourceFormat.nullable(),
  /**
   * Subtitles to add as a track. Recipes that were stored before subtitles existed don't have this
   * field.
   */
  captions: subtitleTrack.optional(),
});
export type Join = z.infer<typeof joinSchema>;

/** Audio converted to another file type, with tags, chapters and a cover. */
const convertSchema = z.object({
  kind: z.literal('convert'),
  ...ofItem,
  to: z.enum(soundTypeSchema.options),
  /**
   * Requested bitrate in kbit/s. If null, the default is used, or the source's if the audio is
   * copied.
   */
  bitrate: z.number().nullable(),
  /** A source with audio, and perhaps video. */
  source: sourceFormat,
  tags: tagsSchema,
});
export type Convert = z.infer<typeof convertSchema>;

/** A frame-exact part of an offer. The title also contains its times. */
const clipSchema = z.object({
  kind: z.literal('clip'),
  ...ofItem,
  container: z.string(),
  as: z.enum(['video', 'audio', 'gif', 'webp']),
  startMs: z.int().nonnegative(),
  endMs: z.int().positive(),
  /** The video, or the only stream set that is needed. */
  main: sourceFormat,
  sound: sourceFormat.nullable(),
});
export type Clip = z.infer<typeof clipSchema>;

const subtitleSchema = z.object({
  kind: z.literal('subtitle'),
  ...ofItem,
  format: z.enum(['srt', 'vtt', 'txt', 'md']),
  /** The headings of a Markdown transcript. */
  chapters: z.array(z.object({ title: z.string(), startSeconds: z.number() })).optional(),
  track: subtitleTrack,
});
export type Subtitle = z.infer<typeof subtitleSchema>;

const chosenEntry = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  uploader: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  kind: z.enum(['media', 'picture']),
  /** Index in the list, from 0. */
  at: z.number(),
});
export type ChosenEntry = z.infer<typeof chosenEntry>;

const ofList = {
  /** Page of the list; '' for pasted links. */
  pageUrl: z.string(),
  title: z.string(),
  quality: listQualitySchema,
  /** The visitor's Host header. It decides the file names and which sites are disabled. */
  host: z.string(),
  fileName: z.string(),
};

/** Entries of a list as one zip. */
const bundleSchema = z.object({
  kind: z.literal('bundle'),
  ...ofList,
  /** In list order. */
  entries: z.array(chosenEntry).min(1),
  /** Number of entries in the whole list. */
  total: z.number(),
  /** The language of the text files in the zip. The default is English. */
  language: z.string().optional(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** One entry of a list as a plain file. The file name is a guess until the file is made. */
const entrySchema = z.object({ kind: z.literal('entry'), ...ofList, entry: chosenEntry });
export type Entry = z.infer<typeof entrySchema>;

/**
 * How to make the file of a task. A recipe is stored with the task as JSON, and its maker adds more
 * fields. It is parsed when it is read, with the schema of its maker or the one below.
 */
export interface AnyRecipe {
  readonly kind: string;
  /** The page of the item; '' if there is none. */
  readonly pageUrl: string;
  readonly title: string;
  /** The name to save the file under, with its extension. */
  readonly fileName: string;
}

/**
 * The recipes of our own makers. A new kind of file needs a member here, a folder next to `join/`,
 * and a provider marked `@FileMaker()`. A maker outside this folder brings its own schema
 * (docs/extending.md).
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

export const OWN_KINDS: readonly string[] = recipeSchema.options.map(
  ({ shape }) => shape.kind.value,
);

export function isOwnRecipe(recipe: AnyRecipe): recipe is Recipe {
  return OWN_KINDS.includes(recipe.kind);
}
