import { reply, numberParam, type Exchange } from './exchange.js';
import { findFile } from './find-file.js';
import { sendFile } from './send-file.js';
import { MODES } from './modes.js';

type Page = (exchange: Exchange) => Promise<void> | void;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="A page of the test origin.">
${head}</head>
<body><h1>${title}</h1>
${body}
</body>
</html>
`;

const watchPage = (exchange: Exchange, title: string, sources: string): void =>
  reply(
    exchange,
    200,
    page(
      title,
      `<meta property="og:title" content="${title}">
<meta property="og:image" content="${exchange.url.origin}/image.png">`,
      sources,
    ),
  );

const player = (source: string, type: string): string =>
  `<video controls poster="/image.png"><source src="${escaped(source)}" type="${type}"></video>`;

const MPD = 'application/dash+xml';
const HLS = 'application/x-mpegURL';

const podcast: Page = (exchange) =>
  reply(
    exchange,
    200,
    page(
      'Episode one',
      `<meta property="og:title" content="Episode one">
<meta property="og:type" content="music.song">
<meta property="og:image" content="${exchange.url.origin}/image.png">
<meta property="og:audio" content="${exchange.url.origin}/media/episode.mp3">
<meta property="og:audio:type" content="audio/mpeg">`,
      '<p>Listen to it in your player.</p>',
    ),
  );

/** A feed with the newest entry first, as in real feeds. */
const feed: Page = (exchange) => {
  const { origin } = exchange.url;
  const item = (title: string, file: string, more = ''): string =>
    `<item><title>${title}</title><guid>${title}</guid>${more}
<enclosure url="${origin}/media/${file}" type="audio/mpeg" length="1"/></item>`;
  reply(
    exchange,
    200,
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>The show of the test origin</title>
${item('Episode two', 'episode.mp3', '<itunes:duration>00:12</itunes:duration>')}
${item('Episode one', 'audio.m4a')}
</channel></rss>`,
    { 'Content-Type': 'application/rss+xml' },
  );
};

/** Rolling captions, as in YouTube's auto-generated ones. */
const captions: Page = (exchange) =>
  reply(
    exchange,
    200,
    `WEBVTT

00:00.500 --> 00:02.000
 
&gt;&gt; hello<00:00:01.000><c> and</c>

00:02.000 --> 00:02.010
&gt;&gt; hello and
 

00:02.010 --> 00:03.000
&gt;&gt; hello and
<i>welcome</i>

00:03.000 --> 00:04.000
<i>welcome</i>
to the show

00:09.000 --> 00:10.000
<v Guest>Thanks.
`,
    { 'Content-Type': 'text/vtt' },
  );

const image: Page = async (exchange) => {
  const file = await findFile(exchange.folders, 'image.png');
  if (file !== null) {
    await sendFile(exchange, file);
  }
};

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const hugeImage: Page = (exchange) => {
  const bytes = numberParam(exchange.url, 'bytes', 6 * 1024 * 1024);
  reply(exchange, 200, Buffer.concat([PNG_START, Buffer.alloc(bytes - PNG_START.length)]), {
    'Content-Type': 'image/png',
  });
};

const svg: Page = (exchange) =>
  reply(
    exchange,
    200,
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
    { 'Content-Type': 'image/svg+xml' },
  );

const redirect: Page = (exchange) => {
  const { searchParams } = exchange.url;
  const to = searchParams.get('to') ?? '/watch/muxed';
  reply(exchange, numberParam(exchange.url, 'code', 302), '', { Location: to });
};

const hang: Page = () => undefined;

/** Keeps sending a response that never ends, so that no reader times out. */
const endless: Page = ({ response }) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  const timer = setInterval(() => response.write(' '), 1000);
  response.once('close', () => clearInterval(timer));
};

const status =
  (code: number, text: string, headers: Record<string, string> = {}): Page =>
  (exchange) =>
    reply(exchange, code, page(text, '', `<p>${text}</p>`), {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
    });

/** Pages by their exact path. README.md describes each. */
const PAGES: Readonly<Record<string, Page>> = {
  '/': (exchange) => watchPage(exchange, 'The test origin', '<p>Nothing to watch here.</p>'),
  '/no-media': (exchange) => watchPage(exchange, 'Just words', '<p>Nothing to watch here.</p>'),
  '/watch/muxed': (exchange) =>
    watchPage(exchange, 'Muxed clip', '<video src="/media/muxed.mp4" poster="/image.png"></video>'),
  '/watch/subtitled': (exchange) =>
    watchPage(
      exchange,
      'Subtitled clip',
      '<video src="/media/muxed.mp4"><track kind="subtitles" srclang="en" src="/captions.vtt"></video>',
    ),
  '/captions.vtt': captions,
  '/watch/two': (exchange) =>
    watchPage(
      exchange,
      'Two clips',
      `${player('/media/muxed.mp4', 'video/mp4')}\n${player('/media/video.webm', 'video/webm')}`,
    ),
  '/watch/three': (exchange) =>
    watchPage(
      exchange,
      'Three clips',
      [
        player('/media/muxed.mp4', 'video/mp4'),
        player(`/dash/expire.mpd${exchange.url.search}`, MPD),
        '<audio controls><source src="/media/episode.mp3" type="audio/mpeg"></audio>',
      ].join('\n'),
    ),
  '/watch/ladder': (exchange) => {
    const { search, searchParams } = exchange.url;
    const manifest = searchParams.get('manifest') ?? `/dash/slow.mpd${search}`;
    watchPage(
      exchange,
      'Ladder clip',
      `<video controls poster="/image.png"><source src="/media/muxed.mp4" type="video/mp4" label="360p"><source src="${escaped(manifest)}" type="${MPD}"></video>`,
    );
  },
  '/feed.xml': feed,
  '/watch/hls': (exchange) => watchPage(exchange, 'HLS clip', player('/hls/master.m3u8', HLS)),
  '/podcast/episode': podcast,
  '/image.png': image,
  '/image/huge.png': hugeImage,
  '/svg': svg,
  '/redirect': redirect,
  '/hang': hang,
  '/endless': endless,
  '/sign-in': status(401, 'Sign in to go on'),
  '/private': status(403, 'This video is private'),
  '/removed': status(404, 'This video was removed'),
  '/gone': status(410, 'This video is gone'),
  '/too-many': status(429, 'Too many requests', { 'Retry-After': '30' }),
  '/region': status(451, 'Not available in your country'),
  '/error': status(500, 'Something broke'),
  '/unavailable': status(503, 'Down for maintenance'),
};

const WATCHABLE = new Set(['plain', 'template', 'webm', 'mixed', 'big', 'video-only', 'drm']);

/** Sends /watch/{name}, a page whose player plays /dash/{name}.mpd with the same query. */
const watchManifest = (exchange: Exchange, name: string): boolean => {
  if (!WATCHABLE.has(name) && !Object.hasOwn(MODES, name)) {
    return false;
  }
  if (name === 'guarded') {
    exchange.response.setHeader('Set-Cookie', 'pass=yes; Path=/');
  }
  const source = `/dash/${name}.mpd${exchange.url.search}`;
  watchPage(exchange, `Clip ${name}`, player(source, MPD));
  return true;
};

/** Responds to requests for pages. @returns false if the path is not a page */
export const sendPage = async (exchange: Exchange): Promise<boolean> => {
  const { pathname } = exchange.url;
  const handler = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
  if (handler) {
    await handler(exchange);
    return true;
  }
  const name = /^\/watch\/([\w-]+)$/.exec(pathname)?.[1];
  return name !== undefined && watchManifest(exchange, name);
};
