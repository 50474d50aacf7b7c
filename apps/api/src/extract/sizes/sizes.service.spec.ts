import { Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { type Visitor, VisitorLeft } from '../../infra/limits/visitor.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { SourceClient, SourceRequest } from '../../source/client/source-client.js';
import type { Remote } from '../../source/client/source-stream.js';
import type { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import { offersOf } from '../formats/offers.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { SizesService } from './sizes.service.js';

const formats = Array.from({ length: 10 }, (_, at) =>
  sourceFormat({
    id: String(at),
    url: `https://cdn.example/${at}`,
    width: 160 * (20 - at),
    height: 90 * (20 - at),
  }),
);
const info = sourceInfo(formats);
const extraction: Extraction = {
  id: 5,
  urlKey: 'key',
  pageUrl: 'https://www.tiktok.com/@name/video/1',
  source: { info, offers: offersOf(info) },
  freshUntil: new Date(),
  expiresAt: new Date(),
};
const visitor = (gone = new AbortController().signal): Visitor => ({ key: 'me', gone });

/** A source that responds when the test tells it to, and a record of what was stored. */
class World {
  readonly asked: string[] = [];
  readonly sites = new Set<string>();
  readonly replaced: Extraction[] = [];
  readonly updated: unknown[] = [];
  readonly release: (() => void)[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  isDown = false;
  readonly service = new SizesService(
    { via: (site) => this.clientOf(site) } as SourceClient,
    { replace: (one) => void this.replaced.push(one) } as ExtractService,
    {
      update: (row: unknown) =>
        this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.updated.push(row)),
    } as unknown as ExtractionRepository,
  );

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
    const headers = { 'content-length': String(1e6 + Number(url.at(-1))) };
    return { status: 200, headers, url, body: Readable.from([]) } as unknown as EgressResponse;
  }

  async answerAll(count: number): Promise<void> {
    for (let answered = 0; answered < count; answered += 1) {
      await waitUntil(() => this.release.length > 0, 'a question');
      this.release.shift()?.();
    }
  }
}

describe('SizesService', () => {
  it('requests four sizes at once and eight in total, and stores them', async () => {
    const world = new World();
    const found = world.service.find(extraction, visitor());
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
    await expect(world.service.find(patched ?? extraction, visitor())).resolves.toEqual([]);
    await expect(world.service.find(extraction, visitor())).resolves.toEqual(sizes);
    expect(world.asked).toHaveLength(8);
  });

  it('requests each size once for many watching visitors', async () => {
    const world = new World();
    const found = Array.from({ length: 20 }, () => world.service.find(extraction, visitor()));
    await world.answerAll(8);
    expect(new Set((await Promise.all(found)).map(({ length }) => length))).toEqual(new Set([8]));
    expect([world.asked.length, world.updated.length]).toEqual([8, 1]);
  });

  it('continues while one of two visitors is left, and stops when the last one leaves', async () => {
    const world = new World();
    const visits = [new AbortController(), new AbortController()];
    const found = visits.map(({ signal }) => world.service.find(extraction, visitor(signal)));
    await waitUntil(() => world.atOnce === 4, 'four questions');
    visits[0]?.abort(new VisitorLeft());
    await expect(found[0]).rejects.toBeInstanceOf(VisitorLeft);
    expect(world.atOnce).toBe(4);
    visits[1]?.abort(new VisitorLeft());
    await expect(found[1]).rejects.toBeInstanceOf(VisitorLeft);
    await waitUntil(() => world.atOnce === 0, 'the end of all questions');
    expect([world.asked.length, world.replaced, world.updated]).toEqual([4, [], []]);
  });

  it('returns what it has when the time is up, and sends no more requests', async () => {
    const late = new AbortController();
    const timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 10_000 ? late : new AbortController()).signal);
    const world = new World();
    const found = world.service.find(extraction, visitor());
    await world.answerAll(1);
    await waitUntil(() => world.asked.length === 5, 'the fifth question');
    late.abort();
    await expect(found).resolves.toEqual([{ at: 0, filesize: 1e6, filesize_approx: false }]);
    await expect(world.service.find(extraction, visitor())).resolves.toHaveLength(1);
    expect(world.asked).toHaveLength(5);
    timeout.mockRestore();
  });

  it('sends sizes to visitors even if the database failed to store them', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const world = new World();
    world.isDown = true;
    const found = world.service.find(extraction, visitor());
    await world.answerAll(8);
    await expect(found).resolves.toHaveLength(8);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });

  it('sends no request if all sizes are known', async () => {
    const world = new World();
    const { info: facts } = extraction.source;
    const known = offersOf(sourceInfo([sourceFormat({ sizeBytes: 5000 })]));
    const full = { ...extraction, source: { info: facts, offers: known } };
    await expect(world.service.find(full, visitor())).resolves.toEqual([]);
    expect(world.asked).toEqual([]);
  });
});
