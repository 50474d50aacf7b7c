import type { ErrorCode } from '@dipper/contract';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { TestClient } from '../harness/client.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

/** A fake yt-dlp that replays error output recorded from real sites. */
const RECORDED = join(__dirname, '../fakes/bin/yt-dlp');
const OLD = join(__dirname, '../fakes/bin/old-yt-dlp');

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await TestServer.start({ env: { YT_DLP_PATH: RECORDED } });
  client = new TestClient(server);
});
afterAll(() => server.stop());

describe('a refusal by a site', () => {
  it.each<[line: string, code: ErrorCode]>([
    ['tiktok-private', 'MEDIA_PRIVATE'],
    ['twitter-protected', 'MEDIA_PRIVATE'],
    ['facebook-login', 'LOGIN_REQUIRED'],
    ['vimeo-watchpage', 'LOGIN_REQUIRED'],
    ['youtube-private', 'MEDIA_PRIVATE'],
    ['youtube-removed', 'MEDIA_REMOVED'],
    ['youtube-age', 'AGE_RESTRICTED'],
    ['twitter-nsfw', 'AGE_RESTRICTED'],
    ['youtube-region', 'REGION_BLOCKED'],
    ['geo-restricted', 'REGION_BLOCKED'],
    ['soundcloud-drm', 'DRM_PROTECTED'],
    ['spotify-drm', 'DRM_PROTECTED'],
    ['live-later', 'LIVE_UPCOMING'],
    ['twitter-novideo', 'NO_MEDIA'],
    ['xiaohongshu-novideo', 'NO_MEDIA'],
    ['lizhi-generic', 'UNSUPPORTED_SITE'],
    ['bilibili-rate', 'SOURCE_RATE_LIMITED'],
    ['tiktok-ipblocked', 'SOURCE_BLOCKED'],
    ['instagram-empty', 'LOGIN_REQUIRED'],
    ['youtube-bot', 'SOURCE_BLOCKED'],
    ['crash', 'EXTRACT_FAILED'],
  ])('that was recorded as %s is reported as %s', async (line, code) => {
    const refusal = await client.searchRefusal(`http://127.0.0.1:9/refusals/${line}`);
    expect(refusal).toEqual(refusalOf(code));
  });

  it('comes without a warning about the version of yt-dlp if that version is recent', () => {
    expect(server.log).not.toMatch(/older than/);
  });
});

describe('an old yt-dlp', () => {
  let old: TestServer;

  beforeAll(async () => {
    old = await TestServer.start({ env: { YT_DLP_PATH: OLD } });
  });
  afterAll(() => old.stop());

  it('is used, with a single warning about missing features', async () => {
    const warning = 'yt-dlp 2025.04.30 is older than 2026.07.04: ';
    expect(await untilReports(old, READY)).toBe(200);
    await waitUntil(() => old.log.includes(warning), warning);
    const said = old.log.split('\n').filter((line) => line.includes(warning));
    expect(said).toHaveLength(1);
    for (const lack of ['YouTube', 'TikTok', 'Apple Podcasts', 'Instagram']) {
      expect(said[0]?.split(warning)[1]).toContain(lack);
    }
  });
});
