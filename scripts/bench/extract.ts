import assert from 'node:assert/strict';
import { timeMs, timeRun, YT_DLP } from './harness/measure.js';
import { clipPages, repeat, type Repeated } from './harness/requests.js';
import type { Stage } from './harness/stage.js';
import { row, type Row } from './harness/table.js';

export const title =
  'a search with the yt-dlp command line, with our warm extractor, and for a known page';

export async function run(stage: Stage): Promise<Row[]> {
  const { cold, warm, known, warmUps, lanes, visitors } = stage.quick
    ? { cold: 1, warm: 1, known: 2, warmUps: 0, lanes: 1, visitors: 2 }
    : { cold: 15, warm: 100, known: 3000, warmUps: 10, lanes: 4, visitors: 100 };
  const site = await stage.site(clipPages);
  let pages = 0;
  const newPage = (): string => `${site}/page/${(pages += 1)}`;
  const { url, stop } = await stage.server();
  const searchNew = (): Promise<Answer> => search(url, newPage());
  await repeat(warmUps, 1, searchNew);
  const measure = async (times: number, work: () => Promise<unknown>): Promise<Repeated> => {
    const alone = await repeat(times, 1, work);
    return lanes === 1 ? alone : { ...alone, rate: (await repeat(times, lanes, work)).rate };
  };
  const argv = ['--ignore-config', '-J', '--no-playlist', '--format', 'best*', '--no-cache-dir'];
  const ytdlp = await measure(cold, () => timeRun(YT_DLP, [...argv, '--', newPage()]));
  const ours = await measure(warm, searchNew);
  const page = newPage();
  const again = await measure(known, () => search(url, page));
  await stop();
  const compare = (what: string, own: Repeated, peer: string, theirs: Repeated): Row[] => {
    const values = (key: keyof Repeated) => ({ ours: own[key], [peer]: theirs[key] });
    return [
      row(what, 'ms', values('median'), { inChart: peer === 'yt-dlp' }),
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
