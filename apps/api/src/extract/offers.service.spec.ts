import { videoInfoSchema } from '@dipper/contract';
import type { ExtractService } from './extract.service.js';
import type { Extraction } from './extraction.entity.js';
import type { ExtractionRepository } from './extraction.repository.js';
import { offersOf } from './formats/offers.js';
import type { MergePlan } from './merge-plan.js';
import { OffersService } from './offers.service.js';
import { picture, recordedInfo, sound, sourceFormat, sourceInfo } from './testing/recorded-page.js';
import type { SourceInfo } from './source-info.js';
import { mintTaskId } from './task-id.js';

const SECRET = 'a secret of this test';

function extractionOf(info: SourceInfo, pageUrl = info.pageUrl): Extraction {
  return {
    id: 5,
    urlKey: 'key',
    pageUrl,
    source: { info, offers: offersOf(info) },
    granted: [],
    freshUntil: new Date(),
    expiresAt: new Date(),
  };
}

/** @param stored what the database has. @param again what reading the page again gives. */
function serviceOf(stored: Extraction | null, again?: SourceInfo): OffersService {
  const rows = { findLive: (id: number) => Promise.resolve(stored?.id === id ? stored : null) };
  const extract = { readAgain: () => Promise.resolve(again) };
  return new OffersService(
    SECRET,
    rows as unknown as ExtractionRepository,
    extract as unknown as ExtractService,
  );
}

const page = sourceInfo([
  picture({ id: 'v' }),
  sound({ id: 'a' }),
  sourceFormat({ id: 'd', width: 320, height: 180 }),
]);

describe('OffersService.reply', () => {
  it.each(['youtube-1', 'tiktok-1', 'twitter-1', 'applepodcasts-1'])(
    '%s is a reply of the contract',
    (name) => {
      const reply = serviceOf(null).reply(extractionOf(recordedInfo(name)), 'dipper.example:3000');
      expect(videoInfoSchema.safeParse(reply).error).toBeUndefined();
      expect(reply.formats[0]?.filename).toMatch(/^dipper\.example_/);
    },
  );

  it('gives every visitor task ids of their own', () => {
    const service = serviceOf(null);
    const ids = [1, 2].flatMap(() =>
      service.reply(extractionOf(page), 'h').formats.flatMap(({ task_id }) => task_id ?? []),
    );
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });

  it.each([
    ['https://podcasts.apple.com/us/podcast/x/id1?i=2', true, 'Apple Podcasts'],
    ['https://www.youtube.com/watch?v=1', false, 'YouTube'],
    ['https://unknown.example/1', false, 'Unknown Platform'],
  ])('%s: podcast %s, %s', (url, is_podcast, platform) => {
    expect(serviceOf(null).reply(extractionOf(page, url), 'h')).toMatchObject({
      is_podcast,
      platform,
    });
  });
});

describe('OffersService.plan', () => {
  it('makes the plan of the row that an id came with', async () => {
    const stored = extractionOf(page);
    const service = serviceOf(stored);
    const row = service
      .reply(stored, 'dipper.example')
      .formats.find(({ kind }) => kind === 'merge');
    const plan = await service.plan(row?.task_id ?? '', 'dipper.example:3000');
    expect(plan).toMatchObject({
      pageUrl: page.pageUrl,
      container: 'mp4',
      isAudio: false,
      main: { id: 'v' },
      sound: { id: 'a' },
    });
    expect(plan?.fileName).toBe(row?.filename);
  });

  it.each([
    ['an id of another secret', mintTaskId({ extractionId: 5, offerIndex: 0 }, 'another secret')],
    ['an extraction that is gone', mintTaskId({ extractionId: 6, offerIndex: 0 }, SECRET)],
    ['a row that never was', mintTaskId({ extractionId: 5, offerIndex: 99 }, SECRET)],
    ['no id', 'x'],
  ])('has none for %s', async (_, id) => {
    await expect(serviceOf(extractionOf(page)).plan(id, 'h')).resolves.toBeNull();
  });

  it('knows its own ids also when nothing is left of them', () => {
    const service = serviceOf(null);
    expect(service.isOurs(mintTaskId({ extractionId: 6, offerIndex: 0 }, SECRET))).toBe(true);
    expect(service.isOurs('A'.repeat(43))).toBe(false);
  });
});

describe('OffersService.renew', () => {
  const stored = extractionOf(page);
  const planned = async (): Promise<MergePlan> => {
    const plan = await serviceOf(stored).plan(
      mintTaskId({ extractionId: 5, offerIndex: 0 }, SECRET),
      'h',
    );
    if (plan === null) {
      throw new Error('no plan');
    }
    return plan;
  };

  it('gives the same formats with new URLs', async () => {
    const again = sourceInfo([
      picture({ id: 'v', url: 'https://cdn.example/new' }),
      sound({ id: 'a' }),
    ]);
    const plan = await serviceOf(stored, again).renew(await planned());
    expect([plan.main.url, plan.sound?.id]).toEqual(['https://cdn.example/new', 'a']);
  });

  it.each([
    ['a better sound has come', [picture({ id: 'v' }), sound({ id: 'a' }), sound({ abr: 256 })]],
    ['another picture would get the row', [picture({ id: 'v' }), picture({ tbr: 9 }), sound()]],
    ['the site has a whole file now', [picture({ id: 'v' }), sound({ id: 'a' }), sourceFormat()]],
  ])('gives both streams also when %s', async (_, formats) => {
    const plan = await serviceOf(stored, sourceInfo(formats)).renew(await planned());
    expect([plan.main.id, plan.sound?.id]).toEqual(['v', 'a']);
  });

  it.each([
    ['the picture is gone', [picture({ id: 'other' }), sound({ id: 'a' })]],
    ['the sound is another', [picture({ id: 'v' }), sound({ id: 'b', abr: 64 })]],
    ['its id is a sound now', [sound({ id: 'v' }), sound({ id: 'a' })]],
    ['the sound is gone', [picture({ id: 'v' })]],
  ])('refuses when %s', async (_, formats) => {
    const service = serviceOf(stored, sourceInfo(formats));
    await expect(service.renew(await planned())).rejects.toMatchObject({
      code: 'FORMAT_UNAVAILABLE',
    });
  });
});
