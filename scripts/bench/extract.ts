import assert from 'node:assert/strict';
import { timeMs, timeRun, YT_DLP } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { quantile, row, type Row } from './harness/table.js';

export const title =
  'a search with the yt-dlp command line, with our warm extractor, and for a known page';

export async function run(stage: Stage): Promise<Row[]> {
  const { cold, warm, known, warmUps, lanes, visitors } = stage.quick
    ? { cold: 1, warm: 2, known: 5, warmUps: 1, lanes: 1, visitors: 4 }
    : { cold: 15, warm: 100, known: 3000, warmUps: 10, lanes: 4, visitors: 100 };
  const newPage = await startSite(stage);
  const { url, stop } = await stage.server();
  const searchNew = (): Promise<Answer> => search(url, newPage());
  await series(warmUps, searchNew);
  const argv = ['--ignore-config', '-J', '--no-playlist', '--format', 'best*', '--no-cache-dir'];
  const ytdlp = await measure(cold, lanes, () => timeRun(YT_DLP, [...argv, '--', newPage()]));
  const ours = await measure(warm, lanes, searchNew);
  const page = newPage();
  const again = await measure(known, lanes, () => search(url, page));
  await stop();
  const compare = (what: string, own: Measured, peer: string, theirs: Measured): Row[] => {
    const values = (key: keyof Measured) => ({ ours: own[key], [peer]: theirs[key] });
    const chart = peer === 'yt-dlp' ? `S${what.slice(1)}` : null;
    return [
      row(what, 'ms', values('median'), { chart }),
      row(`${what}, slowest 1%`, 'ms', values('p99')),
      row(`${what}, ${lanes} at a time`, '/s', values('rate')),
    ];
  };
  return [
    ...compare('search for a new page', ours, 'yt-dlp', ytdlp),
    ...compare('search for a known page', again, 'a new page', ours),
    await crowd(stage, visitors, newPage),
  ];
}

/** Times in milliseconds. `rate` is the number of requests per second when they run in parallel. */
type Measured = Record<'median' | 'p99' | 'rate', number>;

async function measure(
  count: number,
  lanes: number,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const times = await series(count, work);
  const inLane = Math.ceil(count / lanes);
  const all = (): Promise<unknown> =>
    Promise.all(Array.from({ length: lanes }, () => series(inLane, work)));
  const rate = (1000 * inLane * lanes) / (await timeMs(all));
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), rate };
}

async function series(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    times.push(await timeMs(work));
  }
  return times;
}

async function crowd(stage: Stage, visitors: number, newPage: () => string): Promise<Row> {
  const { url } = await stage.server({ RATE_LIMIT: 'on' });
  let answers: Answer[] = [];
  const ms = await timeMs(async () => {
    const asked = Array.from({ length: visitors }, (_, visitor) => {
      const from = { 'x-forwarded-for': `198.51.100.${visitor + 1}` };
      return search(url, newPage(), { accept: 'application/x-ndjson', ...from });
    });
    answers = await Promise.all(asked);
  });
  const count = (type: string): number =>
    answers.filter(({ text }) => text.includes(`"type":"${type}"`)).length;
  const refused = answers.filter(({ status }) => status === 503).length;
  const lost = visitors - count('result') - refused;
  assert(lost === 0, `${lost} searches of ${visitors} found nothing`);
  const note = `${count('result')} found it (${count('waiting')} saw their place in line), ${refused} were told to come back`;
  return row(`${visitors} simultaneous searches`, 's', { ours: ms / 1000 }, { note });
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function search(
  server: string,
  link: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${server}/api/download-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ tweet_url: link }),
  });
  const { status } = response;
  const text = await response.text();
  assert(status === 200 || status === 503, `a search is answered with ${status}: ${text}`);
  return { status, text };
}

/**
 * Starts a site whose pages contain a player. @returns a function that gives a link to a new page
 * on each call
 */
async function startSite(stage: Stage): Promise<() => string> {
  const site = await stage.site(({ url = '' }, response) => {
    const isClip = url.endsWith('.mp4');
    const page = `<title>${url}</title><video><source src="/clip.mp4" type="video/mp4"></video>`;
    response.setHeader('content-type', isClip ? 'video/mp4' : 'text/html');
    response.end(isClip ? Buffer.alloc(2000) : page);
  });
  let pages = 0;
  return () => `${site}/page/${(pages += 1)}`;
}
