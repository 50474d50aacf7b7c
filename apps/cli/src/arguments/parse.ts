import type { SoundType } from '@dipper/contract';
import { parseArgs } from 'node:util';
import { usageError } from '../exit-codes.js';
import { parseItems, type Items } from '../choice/items.js';
import { parseTimes, type Times } from '../choice/times.js';
import {
  AUDIO_TYPES,
  CLIP_KINDS,
  OPTION_ROWS,
  type OptionName,
  type Shell,
  SHELLS,
  SUBTITLE_TYPES,
} from './options.js';

/**
 * The options that decide what to save from an item. Null stands for an option that was not given.
 */
export interface Wanted {
  /** `best`, a height ("1080p"), the number of a row, or a `format_id`. */
  readonly format: string | null;
  readonly audio: 'best' | SoundType | null;
  readonly clip: (Times & { readonly as: (typeof CLIP_KINDS)[number] | null }) | null;
  readonly subtitles: {
    readonly language: string;
    readonly as: (typeof SUBTITLE_TYPES)[number];
  } | null;
}

/** A link, and the options for it. */
export interface SaveCommand {
  readonly name: 'save';
  readonly link: string;
  /** Null to list the formats or items. */
  readonly wanted: Wanted | null;
  /** The items of a list; null if the link should lead to a single item. */
  readonly items: Items | null;
  readonly output: string | null;
  /** True to add the audio to the account's podcast feed instead of saving it. */
  readonly feed: boolean;
  readonly anyway: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly server: string | null;
}

export type Command =
  | SaveCommand
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'completions'; readonly shell: Shell }
  | { readonly name: 'mcp'; readonly server: string | null };

type Values = Readonly<Partial<Record<OptionName, string | boolean>>>;

const PARSED = Object.fromEntries(
  OPTION_ROWS.map(([name, { short, value }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) },
  ]),
) as Record<string, { type: 'boolean' | 'string'; short?: string }>;

const SEE_HELP = 'See dipper --help.';

/** Rephrases Node's error about an argument. */
function complaint(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = /'(-[^\s',]*)/.exec(message)?.[1] ?? 'an option';
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `There is no option ${name}. ${SEE_HELP}`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take')
        ? `${name} takes no value. ${SEE_HELP}`
        : `${name} needs a value. ${SEE_HELP}`;
    default:
      return `${message}. ${SEE_HELP}`;
  }
}

function textOf(values: Values, name: OptionName): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

/** @throws CommandError unless the value is one of the choices */
function oneOf<T extends string>(
  values: Values,
  name: OptionName,
  choices: readonly T[],
): T | null {
  const value = textOf(values, name);
  const found = choices.find((choice) => choice === value?.toLowerCase());
  if (value !== null && found === undefined) {
    throw usageError(`--${name} can be ${choices.join(', ')}, not "${value}".`);
  }
  return found ?? null;
}

function clipOf(values: Values): Wanted['clip'] {
  const text = textOf(values, 'clip');
  const as = oneOf(values, 'as', CLIP_KINDS);
  if (text === null) {
    if (as !== null) {
      throw usageError('--as is the type of a clip, so add its times: --clip 0:12-0:41.');
    }
    return null;
  }
  const times = parseTimes(text);
  if (times === null) {
    throw usageError(`--clip takes two times, the earlier first: 0:12-0:41, not "${text}".`);
  }
  return { ...times, as };
}

function subtitlesOf(values: Values): Wanted['subtitles'] {
  const language = textOf(values, 'subs');
  const as = oneOf(values, 'subs-as', SUBTITLE_TYPES);
  if (language === null) {
    if (as !== null) {
      throw usageError('--subs-as also needs a language: --subs en.');
    }
    return null;
  }
  return { language, as: as ?? 'srt' };
}

/** Checks that the options can be combined. @throws CommandError */
function wantedOf(values: Values): Wanted | null {
  const format = textOf(values, 'format');
  const audio = oneOf(values, 'audio', AUDIO_TYPES);
  const clip = clipOf(values);
  const subtitles = subtitlesOf(values);
  if (format !== null && audio !== null) {
    throw usageError('-f and --audio exclude each other: choose one of them.');
  }
  if (clip !== null && audio !== null && audio !== 'best') {
    throw usageError('A clip of audio keeps its type: use --audio best, or leave out --clip.');
  }
  if (clip !== null && audio !== null && clip.as !== null && clip.as !== 'audio') {
    throw usageError(`--audio and --as ${clip.as} exclude each other: choose one of them.`);
  }
  if (subtitles !== null && (audio !== null || clip !== null)) {
    throw usageError(
      '--subs can be used alone or with -f. Save the subtitles with a second command.',
    );
  }
  return format === null && audio === null && clip === null && subtitles === null
    ? null
    : { format, audio, clip, subtitles };
}

/** What a podcast feed takes: audio, as MP3 if nothing else is asked for. @throws CommandError */
function forFeed(wanted: Wanted | null, values: Values): Wanted {
  const { format = null, audio = null, clip = null, subtitles = null } = wanted ?? {};
  if (textOf(values, 'output') !== null) {
    throw usageError('--feed saves no file, so leave out -o.');
  }
  if (format !== null || subtitles !== null || (clip?.as ?? 'audio') !== 'audio') {
    throw usageError('A podcast feed takes only audio: leave out -f, --subs and --as.');
  }
  return clip === null
    ? { format, clip, subtitles, audio: audio ?? 'mp3' }
    : { format, audio, subtitles, clip: { ...clip, as: 'audio' } };
}

function itemsOf(values: Values, wanted: Wanted | null): Items | null {
  const text = textOf(values, 'list');
  if (text === null) {
    return null;
  }
  const items = parseItems(text);
  if (items === null) {
    throw usageError(`--list takes numbers and ranges, or all: 1-5,8, not "${text}".`);
  }
  if (wanted?.clip || wanted?.subtitles) {
    throw usageError('--list saves whole items: leave out --clip and --subs.');
  }
  return items;
}

function serverOf(values: Values): string | null {
  const server = textOf(values, 'server');
  if (server !== null && !/^https?:\/\/[^/]/i.test(server)) {
    throw usageError(`--server takes an address like https://dipper.example, not "${server}".`);
  }
  return server;
}

function saveCommand(link: string, values: Values): SaveCommand {
  const feed = values.feed === true;
  const wanted = feed ? forFeed(wantedOf(values), values) : wantedOf(values);
  const items = itemsOf(values, wanted);
  const output = textOf(values, 'output');
  const json = values.json === true;
  if (output === '-' && json) {
    throw usageError('-o - and --json both write to standard output: choose one of them.');
  }
  if (output === '-' && items !== null) {
    throw usageError('-o - takes a single file: save the items of a list to a folder.');
  }
  return {
    ...{ name: 'save', link, wanted, items, output, feed, json },
    ...{ anyway: values.anyway === true, quiet: values.quiet === true, server: serverOf(values) },
  };
}

/** Parses the arguments of the command. @throws CommandError */
export function parseCommand(argv: readonly string[]): Command {
  let parsed: { values: Values; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...argv], options: PARSED, allowPositionals: true });
  } catch (error) {
    throw usageError(complaint(error));
  }
  const { values, positionals } = parsed;
  const [first, ...more] = positionals;
  if (values.help === true || values.version === true) {
    return { name: values.help === true ? 'help' : 'version' };
  }
  if (first === undefined) {
    throw usageError(`Which link? ${SEE_HELP}`);
  }
  if (first === 'completions') {
    const shell = SHELLS.find((name) => name === more[0]);
    if (shell === undefined) {
      throw usageError(`For which shell: ${SHELLS.join(', ')}?`);
    }
    return { name: 'completions', shell };
  }
  if (first === 'mcp') {
    return { name: 'mcp', server: serverOf(values) };
  }
  // The shell splits an unquoted share message into many arguments.
  return saveCommand(positionals.join(' '), values);
}
