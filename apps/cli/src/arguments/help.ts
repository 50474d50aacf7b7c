import { COMMANDS, OPTION_ROWS, type OptionRow } from './options.js';

/** Formats an option for the help: "-f, --format FORMAT" */
function usageOf(name: string, { short, value }: OptionRow): string {
  const names = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

const options = table(OPTION_ROWS.map(([name, row]) => [usageOf(name, row), row.help]));
const commands = table([
  ['dipper mcp', COMMANDS.mcp],
  ['dipper completions SHELL', COMMANDS.completions],
]);

/** The text of `dipper --help`. */
export const HELP = `Usage: dipper LINK [options]

Saves the video, audio or subtitles behind a link. Without a choice (-f, --audio,
--clip, --subs, --list), it lists what is available.

  dipper https://vimeo.com/1084537
  dipper https://vimeo.com/1084537 -f 1080p -o Videos/
  dipper https://vimeo.com/1084537 --audio mp3
  dipper https://vimeo.com/1084537 --clip 0:12-0:41 --as gif

Options:
${options}

Commands:
${commands}

Environment:
  DIPPER_URL   the server, if --server is not given
  DIPPER_KEY   the API key for it
  DIPPER_DATA  the folder of its own server

Exit codes:
  0 done, 1 unexpected error, 2 wrong usage, 3 not available, 4 the site failed,
  5 the server failed, 6 key refused, 7 the file can't be written, 130 interrupted
`;
