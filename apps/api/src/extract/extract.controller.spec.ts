import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  searchEventSchema,
  type SearchSizes,
} from '@dipper/contract';
import type { AddressInfo, Server } from 'node:net';
import { Keys } from '../infra/keys/keys.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { DomainErrorFilter } from '../infra/http/reply/domain-error.filter.js';
import { validationPipe } from '../infra/http/request/validation.js';
import type { Visitor } from '../infra/limits/visitor.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { ExtractController } from './extract.controller.js';
import { ExtractService, type ReadingNote } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { offersOf } from './formats/offers.js';
import { OffersService } from './offers/offers.service.js';
import { PageLinkService } from './links/page-link.service.js';
import { SearchService } from './search.service.js';
import { SiteGate } from './links/site-gate.js';
import { LateFactsService } from './late-facts/late-facts.service.js';
import { sourceFormat, sourceInfo } from './testing/recorded-page.js';

const info = sourceInfo([sourceFormat()]);
const extraction: Extraction = {
  id: 5,
  urlKey: 'key',
  pageUrl: 'https://vimeo.com/1',
  source: { info, offers: offersOf(info) },
  freshUntil: new Date(),
  expiresAt: new Date(),
};
const SIZES = [{ at: 0, filesize: 5000, filesize_approx: false }];

/** A search that advances when the test tells it to. */
class Reading {
  readonly visitor: Visitor;
  readonly watch: (note: ReadingNote) => void;
  readonly isWatched: boolean;
  finish!: (extraction: Extraction) => void;
  fail!: (error: Error) => void;
  readonly result = new Promise<Extraction>((resolve, reject) => {
    this.finish = resolve;
    this.fail = reject;
  });

  constructor(visitor: Visitor, watch?: (note: ReadingNote) => void) {
    this.visitor = visitor;
    this.watch = watch ?? (() => undefined);
    this.isWatched = watch !== undefined;
    visitor.gone.addEventListener('abort', () => this.fail(visitor.gone.reason as Error));
  }
}

async function* linesOf(response: Response): AsyncGenerator<SearchEvent, undefined> {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      yield searchEventSchema.parse(JSON.parse(line));
    }
  }
  expect(text).toBe('');
}

describe('POST /api/download-video', () => {
  let app: INestApplication<Server>;
  let base: string;
  let readings: Reading[];
  let sizes: (visitor: Visitor) => Promise<typeof SIZES>;
  let resolve: () => Promise<unknown>;
  let passes = (): void => undefined;

  beforeAll(async () => {
    const extract: Pick<ExtractService, 'read' | 'admit'> = {
      read: (_, visitor, watch) => {
        const reading = new Reading(visitor, watch);
        readings.push(reading);
        return reading.result;
      },
      admit: () => undefined,
    };
    const module = await Test.createTestingModule({
      controllers: [ExtractController],
      providers: [
        SearchService,
        { provide: SiteGate, useValue: { pass: () => passes() } },
        { provide: PageLinkService, useValue: { resolve: () => resolve() } },
        { provide: ExtractService, useValue: extract },
        {
          provide: OffersService,
          useValue: new OffersService(
            new Keys('secret'),
            null as never,
            null as never,
            null as never,
            null as never,
          ),
        },
        {
          provide: LateFactsService,
          useValue: {
            async *find(_: Extraction, asked: { visitor: Visitor }): AsyncGenerator<SearchSizes> {
              yield { type: 'sizes', sizes: await sizes(asked.visitor) };
            },
          } as Pick<LateFactsService, 'find'>,
        },
      ],
    }).compile();
    app = module.createNestApplication({ logger: false });
    app.useGlobalPipes(validationPipe());
    app.useGlobalFilters(new DomainErrorFilter());
    await app.listen(0, '127.0.0.1');
    base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/api`;
  });
  afterAll(() => app.close());
  beforeEach(() => {
    readings = [];
    sizes = () => Promise.resolve([]);
    passes = () => undefined;
    resolve = () => Promise.resolve({ url: 'https://vimeo.com/1', platform: null });
  });

  const search = (accept: string | null, signal: AbortSignal | null = null): Promise<Response> =>
    fetch(`${base}/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept !== null && { accept }) },
      body: JSON.stringify({ tweet_url: 'https://vimeo.com/1' }),
      signal,
    });
  const reading = async (): Promise<Reading> => {
    await waitUntil(() => readings.length > 0, 'the reading');
    return readings[0] as Reading;
  };

  it.each([
    [null, false],
    ['*/*', false],
    ['application/json', false],
    ['text/html', false],
    ['application/json, application/x-ndjson', false],
    ['application/x-ndjson', true],
    ['application/x-ndjson, application/json;q=0.9', true],
    ['application/x-ndjson;q=0', false],
  ])('for the header Accept: %s, streams lines: %s', async (accept, isStream) => {
    const asked = search(accept);
    const page = await reading();
    page.finish(extraction);
    const response = await asked;
    expect(page.isWatched).toBe(isStream);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      `${isStream ? SEARCH_STREAM_TYPE : 'application/json'}; charset=utf-8`,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('vary')).toBe('Accept');
    const [line] = (await response.text()).split('\n');
    const body = JSON.parse(line ?? '') as { info?: unknown };
    expect(isStream ? body.info : body).toMatchObject({ title: info.title, platform: 'Vimeo' });
  });

  it('streams each event as it happens, and the result before the sizes', async () => {
    let tellSizes: (found: typeof SIZES) => void = () => undefined;
    sizes = () => new Promise((found) => (tellSizes = found));
    const asked = search(SEARCH_STREAM_TYPE);
    const page = await reading();
    page.watch({ about: 'turn', turn: { place: 3, seconds: 8 } });
    const lines = linesOf(await asked);
    const next = async (): Promise<unknown> => (await lines.next()).value;
    // Each event is written only after the previous one has arrived.
    expect(await next()).toEqual({ type: 'waiting', place: 3, seconds: 8 });
    page.watch({ about: 'turn', turn: null });
    expect(await next()).toEqual({ type: 'reading' });
    page.watch({
      about: 'hint',
      hint: {
        ...{ title: 'T', thumbnailUrl: 'https://i.example/1.jpg', uploader: null },
        thumbnailGrant: 'granted',
      },
    });
    expect(await next()).toEqual({
      type: 'hint',
      platform: 'Vimeo',
      title: 'T',
      thumbnail_url: 'https://i.example/1.jpg',
      thumbnail_grant: 'granted',
      uploader: null,
    });
    page.finish(extraction);
    expect(await next()).toMatchObject({ type: 'result', info: { formats: [{ filesize: null }] } });
    tellSizes(SIZES);
    expect(await next()).toEqual({ type: 'sizes', sizes: SIZES });
    expect(await lines.next()).toEqual({ done: true, value: undefined });
  });

  it.each([
    [new DomainError('BUSY', { retryAfterSeconds: 7 }), 503, 'BUSY', '7'],
    [new DomainError('MEDIA_PRIVATE'), 422, 'MEDIA_PRIVATE', null],
    [new Error('a bug of ours'), 500, 'INTERNAL', null],
  ])(
    'sends the status of error %# if nothing has been streamed yet',
    async (error, status, code, retryAfter) => {
      const asked = search(SEARCH_STREAM_TYPE);
      (await reading()).fail(error);
      const response = await asked;
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe(retryAfter);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toMatchObject({ code });
    },
  );

  it.each([SEARCH_STREAM_TYPE, null])(
    'hides an item from a site that is switched off (Accept: %s)',
    async (accept) => {
      passes = () => {
        throw new DomainError('PLATFORM_OFF');
      };
      const asked = search(accept);
      (await reading()).finish(extraction);
      const response = await asked;
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'PLATFORM_OFF' });
    },
  );

  it('responds to a refused link with its status', async () => {
    resolve = () => Promise.reject(new DomainError('ADDRESS_NOT_ALLOWED'));
    expect((await search(SEARCH_STREAM_TYPE)).status).toBe(422);
  });

  it.each([
    [
      new DomainError('BUSY', { retryAfterSeconds: 7 }),
      {
        code: 'BUSY',
        error: "We're very busy right now. Try again in 7 s.",
        values: { seconds: 7 },
        retry_after: 7,
      },
    ],
    [new DomainError('MEDIA_PRIVATE'), { code: 'MEDIA_PRIVATE', retry_after: null }],
    [
      new Error('/etc/secret'),
      {
        code: 'INTERNAL',
        error: 'Something went wrong on our side. Try again.',
        retry_after: null,
      },
    ],
  ])('sends error %# as the last line of a stream that has begun', async (error, line) => {
    const asked = search(SEARCH_STREAM_TYPE);
    const page = await reading();
    page.watch({ about: 'turn', turn: null });
    const lines = linesOf(await asked);
    expect((await lines.next()).value).toEqual({ type: 'reading' });
    page.fail(error);
    expect((await lines.next()).value).toMatchObject({ type: 'error', ...line });
    expect((await lines.next()).done).toBe(true);
  });

  it.each(['while the page is read', 'while sizes are requested'])(
    'cancels the work when a visitor leaves %s',
    async (when) => {
      const leaving = new AbortController();
      let gone: AbortSignal | undefined;
      sizes = (visitor) => {
        gone = visitor.gone;
        return new Promise(() => undefined);
      };
      const asked = search(SEARCH_STREAM_TYPE, leaving.signal);
      const page = await reading();
      page.watch({ about: 'turn', turn: null });
      const lines = linesOf(await asked);
      await lines.next();
      if (when === 'while sizes are requested') {
        page.finish(extraction);
        await lines.next();
        await waitUntil(() => gone !== undefined, 'the question for sizes');
      }
      leaving.abort();
      await waitUntil(() => (gone ?? page.visitor.gone).aborted, 'the news of it');
      // Publishing must not fail, although nobody is listening anymore.
      page.watch({ about: 'turn', turn: { place: 1, seconds: 1 } });
    },
  );
});
