import { setMaxListeners } from 'node:events';
import type http from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Keys } from '../../infra/keys/keys.js';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import { PageClient } from '../extractors/page/page-client.js';
import { GrantsService } from '../offers/grants.service.js';
import { HintsService } from './hints.service.js';
import type { Hint } from '../source-info.js';
import { withoutDeadlines } from '../../infra/testing/without-deadlines.js';

const PAGE = { url: 'https://vimeo.com/1', platform: null };
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const REPLY = JSON.stringify({ title: 'T', thumbnail_url: 'https://i.example/1.jpg' });

withoutDeadlines();

describe('HintsService', () => {
  let server: http.Server;
  let egress: EgressService;
  let asked: string[];
  let left: number;
  let answer: (response: http.ServerResponse) => void;
  let stored: Hint | null;
  let grants: GrantsService;
  let hints: HintsService;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.once('close', () => (left += 1));
      answer(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const allow = parseEgressAllow(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    egress = new EgressService({ allow, ownHosts: [], ownEndpoints: [] });
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    await new Promise((done) => (server.close(done), server.closeAllConnections()));
  });
  beforeEach(() => {
    [asked, left, stored] = [[], 0, null];
    answer = (response) => response.writeHead(200, JSON_TYPE).end(REPLY);
    const rows = {
      findHint: () => Promise.resolve(stored),
      findGrant: () => Promise.resolve(null),
    } as unknown as ExtractionRepository;
    grants = new GrantsService(new Keys('a secret of this test'), rows);
    const port = (server.address() as AddressInfo).port;
    // Sends requests for the site to our own server. All other requests go through the real guard.
    const near = {
      check: (url: string) => egress.check(url),
      request: (url: string, options: object) =>
        egress.request(url.replace('https://vimeo.com', `http://127.0.0.1:${port}`), options),
    };
    hints = new HintsService(new PageClient(near), rows, grants);
  });

  it("returns the site's reply, with a grant for its thumbnail", async () => {
    const url = 'https://i.example/1.jpg';
    const hint = await hints.find(PAGE, NEVER);
    expect(hint).toMatchObject({ title: 'T', thumbnailUrl: url, uploader: null });
    expect(asked).toEqual(['/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F1']);
    expect(grants.signedImage(url, hint?.thumbnailGrant ?? '')).toMatchObject({
      headers: { referer: PAGE.url },
    });
  });

  it('returns the result of the last read without a request to the site', async () => {
    stored = { title: 'Last', thumbnailUrl: null, uploader: 'Who' };
    await expect(hints.find(PAGE, NEVER)).resolves.toEqual({ ...stored, thumbnailGrant: null });
    expect(asked).toEqual([]);
  });

  it('sends no request to a site without an oEmbed entry', async () => {
    await expect(
      hints.find({ url: 'https://site.example/1', platform: null }, NEVER),
    ).resolves.toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    ['a private address', 'http://169.254.169.254/latest/meta-data/'],
    ['a loopback address', 'http://127.0.0.1:9/x.jpg'],
    ['a decimal address', 'http://2130706433/x.jpg'],
  ])('issues no grant for a thumbnail at %s', async (_, thumbnail_url) => {
    answer = (response) =>
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ title: 'T', thumbnail_url }));
    await expect(hints.find(PAGE, NEVER)).resolves.toMatchObject({
      ...{ title: 'T', thumbnailUrl: null, thumbnailGrant: null },
    });
  });

  it.each<[what: string, answer: (response: http.ServerResponse) => void]>([
    [
      'an HTML page',
      (response) => response.writeHead(200).end('<!doctype html><title>Sign in</title>'),
    ],
    ['deep nesting', (response) => response.writeHead(200, JSON_TYPE).end(DEEP)],
    ['a refusal', (response) => response.writeHead(403, JSON_TYPE).end(REPLY)],
    ['a truncated reply', (response) => response.writeHead(200, JSON_TYPE).end(REPLY.slice(0, -2))],
    ['a cut connection', (response) => response.destroy()],
    [
      'a redirect loop',
      (response) => response.writeHead(302, { location: '/api/oembed.json' }).end(),
    ],
    [
      'a redirect to a private address',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
  ])('returns nothing for %s', async (_, misbehave) => {
    answer = misbehave;
    await expect(hints.find(PAGE, NEVER)).resolves.toBeNull();
  });

  it('reads at most 256 KiB of a 300 MB reply', async () => {
    let sent = 0;
    answer = (response) => {
      response.writeHead(200, JSON_TYPE);
      const pour = (): void => {
        for (; sent < 300e6; sent += 65_536) {
          if (!response.write(' '.repeat(65_536))) {
            response.once('drain', pour);
            return;
          }
        }
        response.end(REPLY);
      };
      pour();
    };
    await expect(hints.find(PAGE, NEVER)).resolves.toBeNull();
    await waitUntil(() => left === 1, 'the end of the connection');
    // Leaves room for the kernel's buffers, which hold up to 10 MB.
    expect(sent).toBeLessThan(15e6);
  });

  it('stops when nobody needs the hint anymore, even while it is queued', async () => {
    const begun: http.ServerResponse[] = [];
    answer = (response) => void begun.push(response);
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const found = Array.from({ length: 20 }, () => hints.find(PAGE, gone.signal));
    await waitUntil(() => begun.length === 4, 'four requests');
    gone.abort();
    await expect(Promise.all(found)).resolves.toEqual(Array<null>(20).fill(null));
    await waitUntil(() => left === 4, 'the end of the connections');
    expect(asked).toHaveLength(4);
    answer = (response) => response.writeHead(200, JSON_TYPE).end(REPLY);
    await expect(hints.find(PAGE, NEVER)).resolves.toMatchObject({ title: 'T' });
  });

  it('limits the queue', async () => {
    answer = () => undefined;
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const many = Array.from({ length: 104 }, () => hints.find(PAGE, gone.signal));
    await waitUntil(() => asked.length === 4, 'four requests');
    await expect(hints.find(PAGE, NEVER)).resolves.toBeNull();
    gone.abort();
    await Promise.all(many);
  });

  it('tolerates a database that is down', async () => {
    const down = { findHint: () => Promise.reject(new Error('down')) };
    const service = new HintsService(
      new PageClient(egress),
      down as unknown as ExtractionRepository,
      grants,
    );
    await expect(service.find(PAGE, NEVER)).resolves.toBeNull();
  });
});
