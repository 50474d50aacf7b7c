import { failureAt, itemAt } from '../../testing/extracting.js';
import { type SiteAnswer, siteFixture, SiteWorld, status } from '../../testing/site-world.js';
import { LizhiExtractor } from './lizhi.extractor.js';

const PAGE = 'https://www.lizhi.fm/14275/2600000000000000001';
const API = 'https://www.lizhi.fm/media/url/2600000000000000001';
const HIDDEN = 'https://www.lizhi.fm/hidden_ph/a1B2c3D4e5';
const FILE = 'https://cdn.lizhi.fm/audio/2026/05/30/2600000000000000001_hd.mp3';

let world: SiteWorld;
let lizhi: LizhiExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  lizhi = new LizhiExtractor(world.pages);
});
afterAll(() => world.close());
beforeEach(() => world.answers.clear());

const reply = (url: unknown): Record<string, unknown> => ({ rcode: 0, msg: 'ok', data: { url } });

describe('LizhiExtractor', () => {
  it('reads the old page format', async () => {
    world.answers.set(PAGE, siteFixture('lizhi-old.html'));
    world.answers.set(API, reply(FILE));
    await expect(itemAt(lizhi, PAGE)).resolves.toMatchObject({
      pageUrl: PAGE,
      title: '潮汐与港口',
      description: '港口如何呼吸',
      thumbnailUrl: 'https://cdn.lizhi.fm/radio_cover/harbour.jpg',
      formats: [{ url: FILE, ext: 'mp3', headers: { referer: 'https://www.lizhi.fm/' } }],
    });
  });

  it.each<[given: string, answer: SiteAnswer]>([
    ['has moved', status(404, 'text/html')],
    ['returns no URL', { rcode: 1, msg: 'no', data: null }],
    ['returns an HTML page', '<p>'],
  ])('reads the new page format when the old API %s', async (_given, answer) => {
    world.answers.set(PAGE, siteFixture('lizhi-new.html'));
    world.answers.set(API, answer);
    world.answers.set(HIDDEN, reply(FILE));
    await expect(itemAt(lizhi, PAGE)).resolves.toMatchObject({
      title: '潮汐与港口',
      series: '港口时间',
      uploader: '港口电台',
      durationSeconds: 1830,
      thumbnailUrl: 'https://cdn.lizhi.fm/audio_cover/harbour_320x320.jpg',
      formats: [{ url: FILE }],
    });
  });

  const fresh = siteFixture('lizhi-new.html');
  it.each<[given: string, html: SiteAnswer, answer: SiteAnswer, code: string]>([
    ['a page that answers 404', status(404, 'text/html'), reply(FILE), 'MEDIA_REMOVED'],
    [
      'a page about other recordings',
      fresh.replaceAll('000001"', '000009"'),
      reply(FILE),
      'EXTRACT_FAILED',
    ],
    [
      'a paid recording',
      fresh.replace('payFlag="0"', 'payFlag="1"'),
      reply(FILE),
      'PAYMENT_REQUIRED',
    ],
    ['no URL anywhere', fresh, reply(null), 'NO_MEDIA'],
    ['a script as the URL', fresh, reply('javascript:alert(1)'), 'NO_MEDIA'],
    [
      'a key that contains a path',
      fresh.replace('a1B2c3D4e5', '../../x'),
      status(403),
      'SOURCE_BLOCKED',
    ],
  ])('fails for %s', async (_given, html, answer, code) => {
    world.answers.set(PAGE, html);
    world.answers.set(API, answer);
    world.answers.set(HIDDEN, { rcode: 0, data: {} });
    expect(await failureAt(lizhi, PAGE)).toBe(code);
  });
});
