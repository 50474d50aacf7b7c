import { CommandError, EXIT } from '../exit-codes.js';
import { type Command, parseCommand, type SaveCommand, type Wanted } from './parse.js';

const LINK = 'https://vimeo.com/1';
const save = (...argv: string[]) => parseCommand([LINK, ...argv]) as SaveCommand;

it('lists the formats if nothing is chosen', () => {
  expect(save()).toEqual({
    ...{ name: 'save', link: LINK, wanted: null, items: null, output: null },
    ...{ feed: false, anyway: false, json: false, quiet: false, server: null },
  });
});

const NOTHING: Wanted = { format: null, audio: null, clip: null, subtitles: null };
it.each<[string, Partial<Wanted>]>([
  ['-f 1080p', { format: '1080p' }],
  ['--format=best', { format: 'best' }],
  ['-f3', { format: '3' }],
  ['--audio MP3', { audio: 'mp3' }],
  ['--clip 0:12-0:41', { clip: { start: 12, end: 41, as: null } }],
  ['--clip 90s-1:40.5 --as gif', { clip: { start: 90, end: 100.5, as: 'gif' } }],
  ['--clip 1-2 --audio best', { audio: 'best', clip: { start: 1, end: 2, as: null } }],
  ['--subs en', { subtitles: { language: 'en', as: 'srt' } }],
  ['--subs en --subs-as vtt', { subtitles: { language: 'en', as: 'vtt' } }],
  ['--feed', { audio: 'mp3' }],
  ['--feed --audio m4a', { audio: 'm4a' }],
  ['--feed --clip 1-2', { clip: { start: 1, end: 2, as: 'audio' } }],
  ['-f best --subs en', { format: 'best', subtitles: { language: 'en', as: 'srt' } }],
])('reads %s', (text, wanted) => {
  expect(save(...text.split(' ')).wanted).toEqual({ ...NOTHING, ...wanted });
});

it('reads a link within a share message', () => {
  const command = parseCommand(['Look', 'at', LINK, '-q']);
  expect(command).toMatchObject({ link: `Look at ${LINK}`, quiet: true });
});

it.each<[string, Command]>([
  ['--help', { name: 'help' }],
  [`${LINK} -h -f x`, { name: 'help' }],
  ['-V', { name: 'version' }],
  ['completions fish', { name: 'completions', shell: 'fish' }],
  ['mcp --server http://d.example', { name: 'mcp', server: 'http://d.example' }],
])('reads the command %s', (text, command) => {
  expect(parseCommand(text.split(' '))).toEqual(command);
});

it.each([
  ['', /^Which link\?/],
  ['x --nothing', /^There is no option --nothing\. See dipper --help\.$/],
  ['x -f', /^-f needs a value/],
  ['x --json=1', /^--json takes no value/],
  ['x --audio ogg', /^--audio can be best, mp3, m4a, aac, wav, flac, opus, not "ogg"\.$/],
  ['x --clip 0:41-0:12', /the earlier first/],
  ['x --clip soon', /^--clip takes two times/],
  ['x --as gif', /add its times/],
  ['x --clip 0:01-0:02 --as mov', /^--as can be video, audio, gif, webp/],
  ['x --subs-as vtt', /also needs a language/],
  ['x -f 1 --audio mp3', /exclude each other/],
  ['x --clip 1-2 --audio mp3', /keeps its type/],
  ['x --clip 1-2 --audio best --as gif', /exclude each other/],
  ['x --clip 1-2 --subs en', /alone or with -f/],
  ['x --list 0', /^--list takes numbers and ranges/],
  ['x --list 1-2 --subs en', /whole items/],
  ['x --list 1 -o -', /a single file/],
  ['x --json -o -', /both write to standard output/],
  ['x --feed -f 720p', /takes only audio/],
  ['x --feed --clip 1-2 --as gif', /takes only audio/],
  ['x --feed -o a.mp3', /saves no file/],
  ['x --server d.example', /^--server takes an address/],
  ['completions', /^For which shell/],
  ['completions tcsh', /^For which shell/],
])('refuses "%s" with a single sentence', (text, sentence) => {
  try {
    parseCommand(text === '' ? [] : text.split(' '));
    throw new Error('accepted');
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).exitCode).toBe(EXIT.usage);
    expect((error as Error).message).toMatch(sentence);
  }
});
