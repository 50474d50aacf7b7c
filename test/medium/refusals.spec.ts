import type { ErrorCode } from '@dipper/contract';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';

/** Says what real sites made yt-dlp say. */
const RECORDED = join(__dirname, '../fakes/bin/yt-dlp');

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await TestServer.start({ env: { YT_DLP_PATH: RECORDED } });
  client = new TestClient(server);
});
afterAll(() => server.stop());

describe('what sites refuse', () => {
  it.each<[line: string, code: ErrorCode]>([
    ['tiktok-private', 'MEDIA_PRIVATE'],
    ['twitter-protected', 'MEDIA_PRIVATE'],
    ['facebook-login', 'MEDIA_PRIVATE'],
    ['vimeo-watchpage', 'MEDIA_PRIVATE'],
    ['youtube-private', 'MEDIA_PRIVATE'],
    ['youtube-removed', 'MEDIA_REMOVED'],
    ['youtube-age', 'AGE_RESTRICTED'],
    ['twitter-nsfw', 'AGE_RESTRICTED'],
    ['youtube-region', 'REGION_BLOCKED'],
    ['geo-restricted', 'REGION_BLOCKED'],
    ['soundcloud-drm', 'DRM_PROTECTED'],
    ['spotify-drm', 'DRM_PROTECTED'],
    ['live-later', 'LIVE_STREAM'],
    ['twitter-novideo', 'NO_MEDIA'],
    ['xiaohongshu-novideo', 'NO_MEDIA'],
    ['lizhi-generic', 'UNSUPPORTED_SITE'],
    ['bilibili-rate', 'SOURCE_REFUSED'],
    ['tiktok-ipblocked', 'SOURCE_REFUSED'],
    ['instagram-empty', 'SOURCE_REFUSED'],
    ['youtube-bot', 'SOURCE_REFUSED'],
    ['crash', 'EXTRACT_FAILED'],
  ])('%s is %s', async (line, code) => {
    const refusal = await client.searchRefusal(`http://127.0.0.1:9/refusals/${line}`);
    expect(refusal).toEqual(refusalOf(code));
  });

  it('a version that is new enough is not warned about', () => {
    expect(server.log).not.toMatch(/older than/);
  });
});
