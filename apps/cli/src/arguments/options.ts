import { soundTypeSchema, subtitleWishSchema } from '@dipper/contract';

/**
 * An option of the command. The parser, the help and the completions are derived from these rows.
 */
export interface OptionRow {
  readonly short?: string;
  /** The name of the option's value in the help; missing for a switch. */
  readonly value?: string;
  /** Values to offer in completions. */
  readonly choices?: readonly string[];
  /** True if the value is a path. */
  readonly isPath?: boolean;
  readonly help: string;
}

export const AUDIO_TYPES = ['best', ...soundTypeSchema.options] as const;
export const SUBTITLE_TYPES = subtitleWishSchema.shape.format.options;
export const CLIP_KINDS = ['video', 'audio', 'gif', 'webp'] as const;

/** Values of -f that are worth completing. Row numbers and other heights also work. */
const FORMATS = ['best', '2160p', '1440p', '1080p', '720p', '480p', '360p'];

const OPTIONS = {
  format: {
    short: 'f',
    value: 'FORMAT',
    choices: FORMATS,
    help: 'save this format: best, a height (1080p), or the number of a row',
  },
  audio: {
    value: 'TYPE',
    choices: AUDIO_TYPES,
    help: `save only the audio: ${AUDIO_TYPES.join(', ')}`,
  },
  clip: { value: 'START-END', help: 'save only this part: 0:12-0:41' },
  as: {
    value: 'KIND',
    choices: CLIP_KINDS,
    help: `what a clip becomes: ${CLIP_KINDS.join(', ')}`,
  },
  subs: {
    value: 'LANGUAGE',
    help: 'save the subtitles of this language; with -f, add them to the video',
  },
  'subs-as': {
    value: 'TYPE',
    choices: SUBTITLE_TYPES,
    help: `the type of saved subtitles: ${SUBTITLE_TYPES.join(', ')}`,
  },
  list: { value: 'ITEMS', help: 'save these items of a list: 1-5, 2,7, all' },
  output: {
    short: 'o',
    value: 'PATH',
    isPath: true,
    help: 'a file, a folder, or - for standard output',
  },
  feed: { help: 'add the audio to your podcast feed instead of saving it (needs a key)' },
  anyway: { help: 'accept a source that is damaged' },
  server: { value: 'URL', help: 'the server to use (or DIPPER_URL); by default, one is started' },
  json: { help: 'print one JSON object per line instead of text' },
  quiet: { short: 'q', help: 'print no progress' },
  help: { short: 'h', help: 'show this help' },
  version: { short: 'V', help: 'show the version' },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof OPTIONS;

/** The options, in the order of the help. */
export const OPTION_ROWS = Object.entries(OPTIONS) as [OptionName, OptionRow][];

export const COMMANDS = {
  mcp: 'offer search, make and status to an assistant (MCP over stdio)',
  completions: 'print completions for a shell: bash, zsh, fish',
} as const;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];
