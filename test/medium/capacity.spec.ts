import { API } from '@dipper/contract';
import { refusal } from '../harness/client.js';
import { pageReadersOf } from '../harness/processes.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const LANES = 4;
const CROWD = '192.0.2.1';
const GUEST = '198.51.100.7';

let origin: Origin;
let server: TestServer;

beforeAll(async () => {
  const env = { RATE_LIMIT: 'on', EXTRACT_CONCURRENCY: String(LANES) };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

/** A search as a trusted proxy passes it on. */
function search(from: string, link: string, signal?: AbortSignal): Promise<Response> {
  return fetch(server.url + API.search, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ tweet_url: link }),
    ...(signal && { signal }),
  });
}

const hangs = (name: string | number): string => `${origin.url}/hang?${name}`;
/** Pages that never answer and are being read. */
const hanging = (): number => pageReadersOf(server.pid).length;

describe('200 searches of pages that never answer', () => {
  const leaving = new AbortController();
  /** What the crowd was answered, in the order it came. */
  const answers: { status: number; code: string; retryAfter: number }[] = [];

  it('are told to come back, but for those that have a chance', async () => {
    for (let at = 0; at < 200; at += 1) {
      void search(CROWD, hangs(at), leaving.signal).then(
        async (response) => {
          const retryAfter = Number(response.headers.get('retry-after'));
          answers.push({ ...(await refusal(response)), retryAfter });
        },
        () => undefined,
      );
    }
    await waitUntil(() => answers.length >= 180, 'the refusals');
    const codes = new Set(answers.map(({ status, code }) => `${status} ${code}`));
    expect([...codes].sort()).toEqual(['429 RATE_LIMITED', '503 BUSY']);
    expect(answers.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 120)).toBe(true);
  });

  it('leave room for somebody else, and for all that needs no lane', async () => {
    const before = answers.length;
    const response = await search(GUEST, `${origin.url}/dash/plain.mpd`);
    expect(response.status).toBe(200);
    for (const path of ['/', API.health, API.config]) {
      expect((await fetch(server.url + path)).status).toBe(200);
    }
    // Nobody of the crowd had to be served first.
    expect(answers.slice(before).filter(({ status }) => ![429, 503].includes(status))).toEqual([]);
    expect(hanging()).toBeGreaterThan(0);
  });

  it('are read no longer when all have gone', async () => {
    leaving.abort();
    await waitUntil(() => hanging() === 0, 'the end of yt-dlp');
    // The bucket of the crowd refills by one a second; what it asks is read at once.
    const again = await waitUntil(async () => {
      const response = await search(CROWD, `${origin.url}/dash/plain.mpd?again`);
      return response.status === 429 ? null : response;
    }, 'an answer');
    expect(again.status).toBe(200);
    const asked = origin.requests.filter(({ path }) => path.startsWith('/hang'));
    expect(new Set(asked.map(({ path }) => path)).size).toBeLessThanOrEqual(LANES / 2);
    expect(server.log).not.toContain('"level":50');
  });
});

describe('a page that never answers', () => {
  it('is read on while one of two waits for it', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [first, second].map(({ signal }, at) =>
      search(`203.0.113.${at}`, hangs('shared'), signal).catch(() => 'left'),
    );
    await waitUntil(() => hanging() === 1, 'yt-dlp');
    const [child] = pageReadersOf(server.pid);
    first.abort();
    await expect(asked[0]).resolves.toBe('left');
    // A page that nobody waits for is ended after 3 s: once that has happened, this one was spared.
    const other = new AbortController();
    const gone = search('203.0.113.9', hangs('other'), other.signal).catch(() => 'left');
    await waitUntil(() => hanging() === 2, 'another yt-dlp');
    other.abort();
    await gone;
    await waitUntil(() => hanging() === 1, 'the end of the other');
    expect(pageReadersOf(server.pid)).toEqual([child]);
    second.abort();
    await waitUntil(() => hanging() === 0, 'the end of both');
    await asked[1];
  });
});
