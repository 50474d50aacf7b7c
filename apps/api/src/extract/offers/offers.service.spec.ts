import { videoInfoSchema } from '@dipper/contract';
import { Keys } from '../../infra/keys/keys.js';
import type { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import { offersOf } from '../formats/offers.js';
import { OffersService } from './offers.service.js';
import {
  picture,
  recordedInfo,
  sound,
  sourceFormat,
  sourceInfo,
} from '../testing/recorded-page.js';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import type { LateFactsService } from '../late-facts/late-facts.service.js';
import { GrantsService } from './grants.service.js';
import { mintTaskId, OF_LIST } from './task-id.js';

const KEYS = new Keys('a secret of this test');
const KEY = KEYS.for('task id').current;

function extractionOf(info: SourceInfo, pageUrl = info.pageUrl): Extraction {
  return {
    id: 5,
    urlKey: 'key',
    pageUrl,
    source: { info, offers: offersOf(info) },
    freshUntil: new Date(),
    expiresAt: new Date(),
  };
}

function headOf(one: Extraction, headSeconds: number | null): Promise<Extraction> {
  return Promise.resolve(
    headSeconds === null
      ? one
      : { ...one, source: { ...one.source, info: { ...one.source.info, headSeconds } } },
  );
}

/**
 * @param stored the extraction in the database
 * @param again the result of reading the page again
 */
function serviceOf(
  stored: Extraction | null,
  again?: SourceInfo,
  headSeconds: number | null = null,
  keys = KEYS,
): OffersService {
  const rows: Pick<ExtractionRepository, 'isLive' | 'findOffer' | 'find'> = {
    find: () => Promise.resolve(stored),
    isLive: (id) => Promise.resolve(stored?.id === id),
    findOffer: (id, at) => {
      const offer = stored?.source.offers[at];
      return Promise.resolve(
        stored?.id === id && offer !== undefined
          ? { pageUrl: stored.pageUrl, info: stored.source.info, offer }
          : null,
      );
    },
  };
  const extract = { readAgain: () => Promise.resolve(again) };
  return new OffersService(
    keys,
    rows as unknown as ExtractionRepository,
    extract as unknown as ExtractService,
    new GrantsService(KEYS, rows as ExtractionRepository),
    { withHeads: (one: Extraction) => headOf(one, headSeconds) } as Pick<
      LateFactsService,
      'withHeads'
    > as LateFactsService,
  );
}

const page = sourceInfo([
  picture({ id: 'v' }),
  sound({ id: 'a' }),
  sourceFormat({ id: 'd', width: 320, height: 180 }),
]);

describe('OffersService.reply', () => {
  it.each(['youtube-1', 'tiktok-1', 'twitter-1', 'applepodcasts-1'])(
    'replies for %s in the form that the contract defines',
    (name) => {
      const reply = serviceOf(null).reply(extractionOf(recordedInfo(name)), 'dipper.example:3000');
      expect(videoInfoSchema.safeParse(reply).error).toBeUndefined();
      expect(reply.formats[0]?.filename).toMatch(/^dipper\.example_/);
    },
  );

  it('gives each visitor different task ids', () => {
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
  ])('reports %s as podcast: %s, platform: %s', (url, is_podcast, platform) => {
    expect(serviceOf(null).reply(extractionOf(page, url), 'h')).toMatchObject({
      is_podcast,
      platform,
    });
  });
});

describe('OffersService.offered', () => {
  it('finds the row that a task id refers to', async () => {
    const stored = extractionOf(page);
    const service = serviceOf(stored);
    const row = service
      .reply(stored, 'dipper.example')
      .formats.find(({ kind }) => kind === 'merge');
    expect(await service.offered(row?.task_id ?? '')).toMatchObject({
      pageUrl: page.pageUrl,
      info: { title: page.title },
      offer: { container: 'mp4', main: { id: 'v' }, sound: { id: 'a' } },
    });
    expect(await service.isValid(row?.task_id ?? '')).toBe(true);
  });

  it.each([
    [
      'an id made with another secret',
      mintTaskId(
        { extractionId: 5, offerIndex: 0 },
        new Keys('another secret').for('task id').current,
      ),
    ],
    ['a deleted extraction', mintTaskId({ extractionId: 6, offerIndex: 0 }, KEY)],
    ['a malformed id', 'x'],
  ])('finds nothing for %s', async (_, id) => {
    const service = serviceOf(extractionOf(page));
    expect([await service.offered(id), await service.isValid(id)]).toEqual([null, false]);
  });

  it('finds nothing for a row that does not exist', async () => {
    const id = mintTaskId({ extractionId: 5, offerIndex: 99 }, KEY);
    await expect(serviceOf(extractionOf(page)).offered(id)).resolves.toBeNull();
  });

  it('finds nothing to start for the id of a list', async () => {
    const id = mintTaskId({ extractionId: 5, offerIndex: OF_LIST }, KEY);
    const service = serviceOf(extractionOf(page));
    expect([service.isOurs(id), await service.isValid(id)]).toEqual([false, false]);
  });

  it('recognizes ids made with the previous secret, and makes new ones with the new secret', () => {
    const target = { extractionId: 6, offerIndex: 0 };
    const rotated = serviceOf(
      extractionOf(page),
      undefined,
      null,
      new Keys('newer', 'a secret of this test'),
    );
    const fresh = rotated.reply(extractionOf(page), 'h').formats.find(({ task_id }) => task_id);
    expect(rotated.isOurs(mintTaskId(target, KEY))).toBe(true);
    expect(serviceOf(null, undefined, null, new Keys('newer')).isOurs(fresh?.task_id ?? '')).toBe(
      true,
    );
    expect(serviceOf(null).isOurs(fresh?.task_id ?? '')).toBe(false);
  });

  it('recognizes its own ids even if the extraction is gone', () => {
    const service = serviceOf(null);
    expect(service.isOurs(mintTaskId({ extractionId: 6, offerIndex: 0 }, KEY))).toBe(true);
    expect(service.isOurs('A'.repeat(43))).toBe(false);
  });
});

describe('OffersService.renew', () => {
  const stale = [picture({ id: 'v' }), sound({ id: 'a' })];
  const renewed = (formats: readonly SourceFormat[]): Promise<SourceFormat[]> =>
    serviceOf(null, sourceInfo(formats)).renew(page.pageUrl, stale, new AbortController().signal);

  it('returns the same formats with new URLs, in order', async () => {
    const again = [sound({ id: 'a' }), picture({ id: 'v', url: 'https://cdn.example/new' })];
    expect(await renewed(again)).toMatchObject([
      { id: 'v', url: 'https://cdn.example/new' },
      { id: 'a' },
    ]);
  });

  it.each([
    [
      'there is a better audio stream',
      [picture({ id: 'v' }), sound({ id: 'a' }), sound({ abr: 256 })],
    ],
    ['another video would be chosen now', [picture({ id: 'v' }), picture({ tbr: 9 }), sound()]],
    [
      'the site now offers a whole file',
      [picture({ id: 'v' }), sound({ id: 'a' }), sourceFormat()],
    ],
  ])('returns both streams even if %s', async (_, formats) => {
    expect((await renewed(formats)).map(({ id }) => id)).toEqual(['v', 'a']);
  });

  it.each([
    ['the video is gone', [picture({ id: 'other' }), sound({ id: 'a' })]],
    ['the audio differs', [picture({ id: 'v' }), sound({ id: 'b', abr: 64 })]],
    ['its id now means audio', [sound({ id: 'v' }), sound({ id: 'a' })]],
    ['the audio is gone', [picture({ id: 'v' })]],
  ])('fails if %s', async (_, formats) => {
    await expect(renewed(formats)).rejects.toMatchObject({ code: 'FORMAT_UNAVAILABLE' });
  });
});

describe('OffersService.measured', () => {
  const unmeasured = { ...page, durationSeconds: null };
  const measured = async (of: SourceInfo, headSeconds: number | null): Promise<unknown> => {
    const service = serviceOf(extractionOf(of), undefined, headSeconds);
    const [format] = service.reply(extractionOf(of), 'h').formats;
    const offered = await service.measured(format?.offer_id ?? '', 'me');
    return [offered?.info.durationSeconds, offered?.info.headSeconds];
  };

  it.each<[string, SourceInfo, number | null, unknown]>([
    ['adds the duration from the file', unmeasured, 20, [null, 20]],
    [
      'does not look for a duration that the page states',
      { ...page, durationSeconds: 7 },
      20,
      [7, undefined],
    ],
    ['finds the offer even if the file cannot be read', unmeasured, null, [null, undefined]],
  ])('%s', async (_, of, headSeconds, found) => {
    await expect(measured(of, headSeconds)).resolves.toEqual(found);
  });
});

it.each<[what: string, entries: [url: string, isAudio?: boolean][], isAudio: boolean]>([
  ['a feed of audio', [['https://a.example/feed#item=1', true]], true],
  [
    'a feed with a video',
    [
      ['https://a.example/1', true],
      ['https://a.example/2', false],
    ],
    false,
  ],
  ['a podcast platform', [['https://podcasts.apple.com/us/podcast/id1?i=2']], true],
  ['pasted audio files', [['https://a.example/1.mp3'], ['https://a.example/2.ogg?x']], true],
  ['an unknown site', [['https://a.example/1']], false],
])('states whether the entries of %s are audio', (_, entries, isAudio) => {
  const info = sourceInfo([]);
  const list = {
    entries: entries.map(([url, known], at) => ({
      ...{ id: String(at), url, title: null, thumbnailUrl: null, uploader: null },
      ...{ durationSeconds: null, kind: 'media' as const },
      ...(known !== undefined && { isAudio: known }),
    })),
    total: null,
  };
  const found = { ...extractionOf(info), source: { info, offers: [], list } };
  expect(serviceOf(found).listReply(found, () => true)?.is_audio).toBe(isAudio);
});
