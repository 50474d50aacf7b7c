import {
  bareLink,
  canonicalPageUrl,
  cleanSharedTitle,
  clipInText,
  linkInText,
  linksInText,
  listInLink,
  suggestFilename,
} from '@dipper/media';
import { Readable } from 'node:stream';
import { readFeed } from './extract/extractors/feed/read-feed.js';
import { decodeText } from './extract/extractors/page/decode-text.js';
import { readHtmlPage } from './extract/extractors/page/html-page.js';
import { notesChapters } from './extract/extractors/page/notes-chapters.js';
import { plainText } from './extract/extractors/page/plain-text.js';
import { cookieHeader } from './extract/extractors/ytdlp/info/cookie-header.js';
import { parseYtdlpInfo } from './extract/extractors/ytdlp/info/parse-ytdlp-info.js';
import { ytdlpErrorCode } from './extract/extractors/ytdlp/ytdlp.errors.js';
import { contentDisposition } from './infra/http/reply/content-disposition.js';
import { parseJson } from './infra/json/bounded-json.js';
import { ProcessError } from './infra/process/run-process.js';
import {
  hostileTexts,
  leastHold,
  LONGEST_HOLD,
  measureBlocking,
  referenceMs,
} from './infra/testing/hostile-texts.js';
import { parseSubtitle } from './make/subtitle/parse/parse-subtitle.js';
import { tidyCues } from './make/subtitle/cue.js';
import { decodeSubtitle } from './make/subtitle/parse/decode-subtitle.js';
import { plainCueText, voiceOf } from './make/subtitle/parse/cue-text.js';
import { hlsLength, readPlaylist } from './source/playlists/hls-playlist.js';

type Parser = readonly [name: string, parse: (text: string) => unknown];
const playlist = (line: string) => (text: string) =>
  readPlaylist(`#EXTM3U\n#EXTINF:4,\n${line}${text}\n1.ts\n#EXT-X-ENDLIST`, 'https://a.example/');
const pieces = (text: string): AsyncIterable<string> => Readable.from([text]);
const subtitle = (head: string) => async (text: string) =>
  tidyCues(await parseSubtitle(head + text), null);

/** Every parser of untrusted text, with the text that has to come before hostile input. */
const PARSERS: readonly Parser[] = [
  ['the link in a text', linkInText],
  ['the link in a text, after its host', (text) => linkInText(`https://a.example/${text}`)],
  ['the links in a text', linksInText],
  ['a clip behind a link', (text) => clipInText(`${text} 0:12-0:41`)],
  ['the times of a clip', (text) => clipInText(`https://a.example/1 ${text}`)],
  ['the link of a clip', (text) => clipInText(`https://a.example/${text} 0:12-0:41 as gif`)],
  ['a link without its scheme', (text) => bareLink(`a.example/${text}`)],
  [
    'the page to which a link refers',
    (text) => canonicalPageUrl(`https://www.youtube.com/${text}`),
  ],
  ['a list in a link', (text) => listInLink(`https://castbox.fm/episode/${text}`)],
  ['a shared title', (text) => cleanSharedTitle(text, '')],
  ['a file name', (text) => suggestFilename({ host: text, source: text, title: text, ext: text })],
  ['a file name for a header', (text) => contentDisposition(text, 'attachment')],
  ...[
    '',
    '#EXT-X-KEY:METHOD=AES-128,URI="k",',
    '#EXT-X-MAP:',
    '#EXT-X-STREAM-INF:A="',
    '#EXT-X-DEFINE:',
  ].map((line): Parser => [`a playlist: ${line}`, playlist(line)]),
  ['the length of a playlist', (text) => hlsLength(`#EXTM3U\n${text}`)],
  ['a page', (text) => readHtmlPage(pieces(text), 'https://a.example/', () => true)],
  [
    'a page: data',
    (text) => readHtmlPage(pieces(`<script type="ld+json">${text}`), 'https://a.example/'),
  ],
  ['a page: attributes', (text) => readHtmlPage(pieces(`<meta ${text}`), 'https://a.example/')],
  ['a feed', (text) => readFeed(pieces(`<rss><channel>${text}`), () => true)],
  [
    'a feed: author',
    (text) => readFeed(pieces(`<channel><item><author>${text}</author></item>`), () => true),
  ],
  ['notes', (text) => notesChapters(plainText(text))],
  ['notes: a line with a time', (text) => notesChapters(plainText(`0:00) ${text}\u2029`))],
  [
    'an encoding',
    async (text) => {
      await Readable.from(
        decodeText(Readable.from([Buffer.from(text)]), `text/html; ${text}`),
      ).toArray();
    },
  ],
  ['JSON', (text) => parseJson(text)],
  ['cookies', (text) => cookieHeader(text, 'https://a.example/')],
  ['the errors of yt-dlp', (text) => ytdlpErrorCode(`ERROR: [${text.slice(-8000)}`)],
  ['the output of a program', (text) => new ProcessError('exit', 1, text.slice(-4000))],
  ['markup of cues', (text) => [plainCueText(text), voiceOf(`<v ${text}`)]],
  ...[
    'WEBVTT\n\n00:01.000 --> 00:02.000\n',
    '1\n00:00:01,000 --> 00:00:02,000\n',
    '[Events]\nDialogue: 0,0:00:01.50,0:00:02.00,D,,0,0,0,,',
    '<tt><p begin="1s" end="',
    '<tt><p begin="1s">',
    '{"events":[{"tStartMs":1,"segs":[{"utf8":"',
  ].map((head): Parser => [`subtitles: ${JSON.stringify(head.slice(0, 24))}`, subtitle(head)]),
];

describe('untrusted text', () => {
  it.each(PARSERS)(
    '%s: does not block other work, and takes time linear in the length',
    async (_, parse) => {
      const [short, long] = [hostileTexts(8_000), hostileTexts(32_000)];
      const slow: unknown[] = [];
      for (const [at, [unit, text]] of long.entries()) {
        const { longest, total } = await measureBlocking(() => parse(text));
        // Below 40 ms, the noise of the clock is larger than the difference.
        if (total > 40) {
          const less = await measureBlocking(() => parse(short[at]?.[1] ?? ''));
          const again = await measureBlocking(() => parse(text));
          const reference = referenceMs();
          // Long strings are allocated in a slower way than short ones, and a text that takes
          // almost no time says nothing about a longer one.
          const least = reference / 4;
          if (
            again.longest > LONGEST_HOLD * reference ||
            again.total > 12 * Math.max(least, less.total)
          ) {
            slow.push({ unit, longest, total: again.total, quarter: less.total });
          }
        }
      }
      expect(slow).toEqual([]);
    },
  );

  const MIB = 1024 * 1024;
  const many = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));
  it.each<[name: string, work: () => unknown]>([
    [
      'a playlist full of commas',
      () => playlist('#EXT-X-KEY:')(many(`${','.repeat(16_000)}\n`, 8 * MIB)),
    ],
    ['a playlist with one endless line', () => playlist('#EXT-X-STREAM-INF:')(','.repeat(8 * MIB))],
    ['a playlist with countless segments', () => playlist('')(many('#EXTINF:4,\n1.ts\n', 8 * MIB))],
    [
      'a playlist with every tag on every segment',
      () =>
        playlist('')(
          many(
            '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01\n#EXT-X-MAP:URI="i"\n#EXTINF:4,\n#EXT-X-BYTERANGE:1@2\n1.ts\n',
            2 * MIB,
          ),
        ),
    ],
    ['a playlist of one-letter lines', () => playlist('')(many('a\n', 8 * MIB))],
    [
      'a playlist with countless keys',
      () => playlist('')(many('#EXT-X-KEY:METHOD=AES-128,URI="k"\n', 8 * MIB)),
    ],
    [
      'a playlist with nested variables',
      () =>
        playlist('')(
          `${many('#EXT-X-DEFINE:NAME="a",VALUE="{$a}{$a}{$a}"\n', 60 * 44)}${many('{$a}\n', 4 * MIB)}`,
        ),
    ],
    ['the length of a playlist', () => hlsLength(`#EXTM3U\n${many('#EXTINF:1\n', 8 * MIB)}`)],
    ['JSON of nested brackets', () => parseJson(many('[', 8 * MIB))],
    ['JSON with countless objects', () => parseJson(`[${many('{},', 8 * MIB)}1]`)],
    [
      'JSON with countless keys',
      () => parseJson(`{${Array.from({ length: 400_000 }, (_, at) => `"${at}" :1`).join()}}`),
    ],
    [
      'yt-dlp output with countless formats',
      () => parseYtdlpInfo(`{"formats":[${many('{},', MIB / 2)}{}]}`),
    ],
    ['JSON with a string of escapes', () => parseJson(`["${many('\\"', 8 * MIB)}"]`)],
    [
      'subtitles with countless cues',
      () => subtitle('WEBVTT\n\n')(many('00:01.000 --> 00:02.000\nx\n\n', MIB)),
    ],
    [
      'subtitles full of empty lines',
      () => subtitle('1\n00:00:01,000 --> 00:00:02,000\n')(many('\n', 10 * MIB)),
    ],
    [
      'subtitles with countless dialogue lines',
      () => subtitle('[Events]\n')(many('Dialogue: 0,0:00:01.50,0:00:02.00,,,,,,,x\n', 10 * MIB)),
    ],
    [
      'subtitles with countless elements',
      () => subtitle('<tt>')(many('<p begin="1s">x</p>', 10 * MIB)),
    ],
    [
      'subtitles full of invalid characters',
      () => decodeSubtitle(Buffer.alloc(10 * MIB, 0xc3), 'de'),
    ],
    ['a text full of links', () => linksInText(many('https://a.example/) ', 200_000))],
    ['a link that ends in countless brackets', () => linkInText(`https://a/${')'.repeat(8_170)}`)],
  ])('%s: does not block other work at the largest size', async (_, work) => {
    expect(await leastHold(work)).toBeLessThan(LONGEST_HOLD);
  });
});
