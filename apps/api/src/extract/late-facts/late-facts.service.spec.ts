import { Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { SearchFacts, SearchSizes } from '@dipper/contract';
import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { type Visitor, VisitorLeft } from '../../infra/limits/visitor.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { SourceClient, SourceRequest } from '../../source/client/source-client.js';
import type { Remote } from '../../source/client/source-stream.js';
import type { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import { offersOf } from '../formats/offers.js';
import type { SourceInfo } from '../source-info.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { LateFactsService } from './late-facts.service.js';

const extractionOf = (info: SourceInfo): Extraction => ({
  id: 5,
  urlKey: 'key',
  pageUrl: 'https://www.tiktok.com/@name/video/1',
  source: { info, offers: offersOf(info) },
  freshUntil: new Date(),
  expiresAt: new Date(),
});
const visitor = (gone = new AbortController().signal): Visitor => ({ key: 'me', gone });

/** A source that responds when the test tells it to, and a record of what was stored. */
class World {
  readonly asked: string[] = [];
  readonly sites = new Set<string>();
  readonly replaced: Extraction[] = [];
  readonly updated: unknown[] = [];
  readonly renamed: unknown[] = [];
  readonly release: (() => void)[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  isDown = false;
  readonly service = new LateFactsService(
    { via: (site) => this.clientOf(site) } as SourceClient,
    { replace: (one) => void this.replaced.push(one) } as ExtractService,
    {
      update: (row: unknown) => this.store(row, this.updated),
      updateWithNames: (row: unknown) => this.store(row, this.renamed),
    } as unknown as ExtractionRepository,
  );

  constructor(
    private readonly answer: (url: string) => Pick<EgressResponse, 'headers'> & { body: Readable },
  ) {}

  async answerAll(count: number): Promise<void> {
    for (let answered = 0; answered < count; answered += 1) {
      await waitUntil(() => this.release.length > 0, 'a question');
      this.release.shift()?.();
    }
  }

  private store(row: unknown, rows: unknown[]): Promise<unknown> {
    return this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(rows.push(row));
  }

  private clientOf(site: string): SourceClient {
    this.sites.add(site);
    return { open: (remote, request) => this.open(remote, request) } as SourceClient;
  }

  private async open({ url }: Remote, { signal }: SourceRequest): Promise<EgressResponse> {
    this.asked.push(url);
    this.mostAtOnce = Math.max(this.mostAtOnce, (this.atOnce += 1));
    await new Promise<void>((resolve, reject) => {
      this.release.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }).finally(() => (this.atOnce -= 1));
    return { status: 200, url, ...this.answer(url) } as unknown as EgressResponse;
  }
}

describe('LateFactsService.withHeads', () => {
  const extraction = extractionOf({
    ...sourceInfo([sourceFormat({ width: null, height: null })]),
    durationSeconds: null,
  });
  const file = Buffer.concat([movie(), box('mdat', Buffer.alloc(5000))]);
  const headers = { 'content-type': 'video/mp4', 'content-length': String(file.length) };
  const worldOfHeads = (): World => new World(() => ({ headers, body: Readable.from([file]) }));

  function box(type: string, contents: Buffer): Buffer {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(contents.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, contents]);
  }

  /** The header of an MP4 file of 20 s, without tracks. */
  function movie(): Buffer {
    const mvhd = Buffer.alloc(100);
    mvhd.writeUInt32BE(1000, 12);
    mvhd.writeUInt32BE(20_000, 16);
    const moov = box('moov', box('mvhd', mvhd));
    return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), moov]);
  }

  it('reads a header once for many visitors, and stores its facts', async () => {
    const world = worldOfHeads();
    const found = Array.from({ length: 20 }, () => world.service.withHeads(extraction, visitor()));
    await world.answerAll(1);
    const results = await Promise.all([...found, world.service.withHeads(extraction, visitor())]);
    expect(new Set(results.map(({ source }) => source.info.headSeconds))).toEqual(new Set([20]));
    expect([world.asked.length, world.renamed.length]).toEqual([1, 1]);
    expect([...world.sites]).toEqual(['tiktok']);
    expect(world.replaced[0]?.source.info.headSeconds).toBe(20);
  });

  it('stops when the last visitor leaves', async () => {
    const world = worldOfHeads();
    const visit = new AbortController();
    const found = world.service.withHeads(extraction, visitor(visit.signal));
    await waitUntil(() => world.asked.length === 1, 'the request');
    visit.abort(new VisitorLeft());
    await expect(found).resolves.toBe(extraction);
    await waitUntil(() => world.atOnce === 0, 'the end of the request');
    expect([world.replaced, world.renamed]).toEqual([[], []]);
  });

  it('asks a source that does not respond in time only once, and changes nothing', async () => {
    const late = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const world = worldOfHeads();
    const found = world.service.withHeads(extraction, visitor());
    await waitUntil(() => world.asked.length === 1, 'the request');
    late.abort();
    await expect(found).resolves.toBe(extraction);
    await expect(world.service.withHeads(extraction, visitor())).resolves.toBe(extraction);
    expect([world.asked.length, world.renamed.length]).toEqual([1, 0]);
    timeout.mockRestore();
  });

  it('sends the facts to visitors even if the database failed to store them', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const world = worldOfHeads();
    world.isDown = true;
    const found = world.service.withHeads(extraction, visitor());
    await world.answerAll(1);
    expect((await found).source.info.headSeconds).toBe(20);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});

describe('LateFactsService.find', () => {
  const formats = Array.from({ length: 10 }, (_, at) =>
    sourceFormat({
      id: String(at),
      url: `https://cdn.example/${at}`,
      width: 160 * (20 - at),
      height: 90 * (20 - at),
    }),
  );
  const extraction = extractionOf(sourceInfo(formats));
  const sizeOf = (url: string): number => 1e6 + Number(url.at(-1));
  const worldOfSizes = (): World =>
    new World((url) => ({
      headers: { 'content-length': String(sizeOf(url)) },
      body: Readable.from([]),
    }));

  /** The sizes that a visitor is sent after the formats. All other facts are already known here. */
  async function find(
    world: World,
    one: Extraction = extraction,
    who = visitor(),
  ): Promise<SearchSizes['sizes']> {
    const events: (SearchFacts | SearchSizes)[] = [];
    for await (const event of world.service.find(one, { visitor: who, host: 'dipper.example' })) {
      events.push(event);
    }
    return events.flatMap((event) => (event.type === 'sizes' ? event.sizes : []));
  }

  it('requests four sizes at a time and eight in total, and stores them', async () => {
    const world = worldOfSizes();
    const found = find(world);
    await world.answerAll(8);
    const sizes = Array.from({ length: 8 }, (_, at) => ({
      at,
      filesize: 1e6 + at,
      filesize_approx: false,
    }));
    await expect(found).resolves.toEqual(sizes);
    expect([world.mostAtOnce, world.asked.length]).toEqual([4, 8]);
    expect([...world.sites]).toEqual(['tiktok']);
    const [patched] = world.replaced;
    expect(patched?.source.offers.map(({ main }) => main.url)).toEqual(
      extraction.source.offers.map(({ main }) => main.url),
    );
    expect(patched?.source.offers[3]?.main.sizeBytes).toBe(1e6 + 3);
    expect(world.updated).toEqual([{ id: 5, source: patched?.source }]);
    // Later visitors get the sizes with their list. Earlier visitors are sent them separately.
    await expect(find(world, patched)).resolves.toEqual([]);
    await expect(find(world)).resolves.toEqual(sizes);
    expect(world.asked).toHaveLength(8);
  });

  it('requests each size once for many watching visitors', async () => {
    const world = worldOfSizes();
    const found = Array.from({ length: 20 }, () => find(world));
    await world.answerAll(8);
    expect(new Set((await Promise.all(found)).map(({ length }) => length))).toEqual(new Set([8]));
    expect([world.asked.length, world.updated.length]).toEqual([8, 1]);
  });

  it('continues while one of two visitors is left, and stops when the last one leaves', async () => {
    const world = worldOfSizes();
    const visits = [new AbortController(), new AbortController()];
    const found = visits.map(({ signal }) => find(world, extraction, visitor(signal)));
    await waitUntil(() => world.atOnce === 4, 'four questions');
    visits[0]?.abort(new VisitorLeft());
    await expect(found[0]).resolves.toEqual([]);
    expect(world.atOnce).toBe(4);
    visits[1]?.abort(new VisitorLeft());
    await expect(found[1]).resolves.toEqual([]);
    await waitUntil(() => world.atOnce === 0, 'the end of all questions');
    expect([world.asked.length, world.replaced, world.updated]).toEqual([4, [], []]);
  });

  it('returns what it has when the time is up, and sends no more requests', async () => {
    const late = new AbortController();
    const timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 10_000 ? late : new AbortController()).signal);
    const world = worldOfSizes();
    const found = find(world);
    await world.answerAll(1);
    await waitUntil(() => world.asked.length === 5, 'the fifth question');
    late.abort();
    await expect(found).resolves.toEqual([{ at: 0, filesize: 1e6, filesize_approx: false }]);
    await expect(find(world)).resolves.toHaveLength(1);
    expect(world.asked).toHaveLength(5);
    timeout.mockRestore();
  });

  it('sends sizes to visitors even if the database failed to store them', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const world = worldOfSizes();
    world.isDown = true;
    const found = find(world);
    await world.answerAll(8);
    await expect(found).resolves.toHaveLength(8);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });

  it('sends no request if all sizes are known', async () => {
    const world = worldOfSizes();
    const known = extractionOf(sourceInfo([sourceFormat({ sizeBytes: 5000 })]));
    await expect(find(world, known)).resolves.toEqual([]);
    expect(world.asked).toEqual([]);
  });
});
