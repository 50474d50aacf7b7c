import type { Extraction } from './extraction.entity.js';
import type { ExtractionRepository } from './extraction.repository.js';
import { offersOf } from './formats/offers.js';
import { GrantsService } from './grants.service.js';
import { urlHash } from './media-url.js';
import { picture, sourceFormat, sound, sourceInfo } from './testing/recorded-page.js';

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
  thumbnailUrl: 'https://cdn.example/i.jpg',
};
const extraction: Extraction = {
  id: 1,
  urlKey: 'key',
  granted: [],
  freshUntil: new Date(),
  expiresAt: new Date(),
  pageUrl: 'https://www.youtube.com/watch?v=1',
  source: { info, offers: offersOf(info) },
};

/** A database that has this extraction under the hashes of these URLs. */
function serviceOf(...granted: string[]): GrantsService {
  const rows: Pick<ExtractionRepository, 'findGranting'> = {
    findGranting: (hash) =>
      Promise.resolve(granted.map(urlHash).includes(hash) ? extraction : null),
  };
  return new GrantsService(rows as ExtractionRepository);
}

describe('GrantsService', () => {
  it('grants a plain file with what its source wants to see', async () => {
    await expect(
      serviceOf('https://cdn.example/d.mp4').find(
        'https://cdn.example/d.mp4',
        'dipper.example:3000',
      ),
    ).resolves.toEqual({
      kind: 'media',
      url: 'https://cdn.example/d.mp4',
      headers: { referer: 'https://site.example/' },
      fileName: 'dipper.example_youtube_A_title_720p.mp4',
      sizeBytes: 5000,
    });
  });

  it('grants the picture of the page as an image only', async () => {
    await expect(
      serviceOf('https://cdn.example/i.jpg').find('https://cdn.example/i.jpg', 'h'),
    ).resolves.toEqual({
      kind: 'image',
      url: 'https://cdn.example/i.jpg',
      headers: { referer: info.pageUrl },
      fileName: null,
      sizeBytes: null,
    });
  });

  it.each([
    ['what was never handed out', 'https://cdn.example/d.mp4?x', []],
    ['a stream that is only joined', 'https://cdn.example/v.mp4', ['https://cdn.example/v.mp4']],
    ['another spelling', 'https://CDN.example/d.mp4', ['https://cdn.example/d.mp4']],
    ['a hash that found another URL', 'https://cdn.example/x.mp4', ['https://cdn.example/x.mp4']],
  ])('has no grant for %s', async (_, url, granted) => {
    await expect(serviceOf(...granted).find(url, 'h')).resolves.toBeNull();
  });
});
