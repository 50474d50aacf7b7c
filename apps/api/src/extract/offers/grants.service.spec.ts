import { Keys } from '../../infra/keys/keys.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import { offersOf } from '../formats/offers.js';
import { GrantsService } from './grants.service.js';
import { grantsOf } from '../extraction/media-grants.js';
import { picture, sourceFormat, sound, sourceInfo } from '../testing/recorded-page.js';

const info = {
  ...sourceInfo([
    sourceFormat({
      url: 'https://cdn.example/d.mp4',
      headers: { referer: 'https://site.example/' },
      sizeBytes: 5000,
    }),
    picture({ id: 'v', width: 1920, height: 1080, url: 'https://cdn.example/v.mp4' }),
    sound({ url: 'https://cdn.example/a.m4a' }),
  ]),
  thumbnailUrl: 'https://cdn.example/d.mp4',
  pictures: [
    'https://cdn.example/best.webp',
    'https://cdn.example/d.mp4',
    'https://cdn.example/small.jpg',
  ],
};
const PAGE = 'https://www.youtube.com/watch?v=1';
const granted = grantsOf(PAGE, { info, offers: offersOf(info) });

function serviceOf(keys = new Keys('a secret of this test')): GrantsService {
  const rows: Pick<ExtractionRepository, 'findGrant'> = {
    findGrant: (kind, hash) => {
      const found = granted.find((one) => one.kind === kind && one.urlHash === hash);
      return Promise.resolve(
        found ? { ...found, extractionId: 1, pageUrl: PAGE, pictures: info.pictures } : null,
      );
    },
  };
  return new GrantsService(keys, rows as ExtractionRepository);
}

describe('GrantsService', () => {
  it('issues a grant for a plain file with the headers that its source needs', async () => {
    const url = 'https://cdn.example/d.mp4';
    await expect(serviceOf().find('media', url, 'dipper.example:3000')).resolves.toEqual({
      kind: 'media',
      url,
      pageUrl: PAGE,
      headers: { referer: 'https://site.example/' },
      fileName: 'dipper.example_youtube_A_title_720p.mp4',
      sizeBytes: 5000,
      others: [],
    });
  });

  it("issues a grant for the page's thumbnail as an image, even if a file has the same URL", async () => {
    const url = 'https://cdn.example/d.mp4';
    await expect(serviceOf().find('image', url, 'h')).resolves.toEqual({
      kind: 'image',
      url,
      pageUrl: PAGE,
      headers: { referer: info.pageUrl },
      fileName: 'h_youtube_A_title.jpg',
      sizeBytes: null,
      others: ['https://cdn.example/small.jpg'],
    });
  });

  it('issues grants for the best thumbnail, which is for saving, and for the displayed one', async () => {
    const find = (url: string) => serviceOf().find('image', `https://cdn.example/${url}`, 'h');
    await expect(find('best.webp')).resolves.toMatchObject({
      others: [info.thumbnailUrl, 'https://cdn.example/small.jpg'],
    });
    await expect(find('small.jpg')).resolves.toBeNull();
  });

  it('signs an image for its page, or for the site if the URL of the page is long', () => {
    const url = 'https://cdn.example/any.jpg';
    const long = `${PAGE}&x=${'y'.repeat(8000)}`;
    const [grant, ofLong] = [PAGE, long].map((page) => serviceOf().grantImage(url, page));
    expect(serviceOf().signedImage(url, grant)).toMatchObject({
      ...{ kind: 'image', url, pageUrl: PAGE, headers: { referer: PAGE } },
    });
    expect(serviceOf().signedImage(url, ofLong)?.pageUrl).toBe('https://www.youtube.com/');
    expect(ofLong?.length).toBeLessThan(200);
    expect(serviceOf().signedImage(`${url}?`, grant)).toBeNull();
    expect(serviceOf().signedImage(url, undefined)).toBeNull();
  });

  it('accepts its grants after a new secret, as long as the previous one is known', () => {
    const url = 'https://cdn.example/any.jpg';
    const grant = serviceOf().grantImage(url, PAGE);
    const rotated = serviceOf(new Keys('a newer secret', 'a secret of this test'));
    expect(rotated.signedImage(url, grant)).toMatchObject({ url, pageUrl: PAGE });
    expect(serviceOf(new Keys('a newer secret')).signedImage(url, grant)).toBeNull();
    expect(serviceOf().signedImage(url, rotated.grantImage(url, PAGE))).toBeNull();
  });

  it.each([
    ['a URL that was never offered', 'https://cdn.example/d.mp4?x'],
    ['a stream that is only joined', 'https://cdn.example/v.mp4'],
    ['another spelling of the URL', 'https://CDN.example/d.mp4'],
  ])('has no grant for %s', async (_, url) => {
    await expect(serviceOf().find('media', url, 'h')).resolves.toBeNull();
  });
});

it('uses the better of two rows for the name of a file that they share', () => {
  const url = 'https://cdn.example/same.mp4';
  const page = sourceInfo([
    sourceFormat({ id: 'small', url, width: 640, height: 360 }),
    sourceFormat({ id: 'large', url, width: 1920, height: 1080 }),
  ]);
  const [grant, ...others] = grantsOf(page.pageUrl, { info: page, offers: offersOf(page) });
  expect(others).toEqual([]);
  expect(grant?.fileName?.resolution).toBe('1080p');
});
