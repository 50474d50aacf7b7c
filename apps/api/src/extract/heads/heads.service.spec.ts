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
import { HeadsService } from './heads.service.js';

const info = {
  ...sourceInfo([sourceFormat({ width: null, height: null })]),
  durationSeconds: null,
};
const extraction: Extraction = {
  id: 5,
  urlKey: 'key',
  pageUrl: 'https://www.tiktok.com/@name/video/1',
  source: { info, offers: offersOf(info) },
  freshUntil: new Date(),
  expiresAt: new Date(),
};
const visitor = (gone = new AbortController().signal): Visitor => ({ key: 'me', gone });

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

/** A source that responds when the test tells it to, and a record of what was stored. */
class World {
  readonly asked: string[] = [];
  readonly sites = new Set<string>();
  readonly stored: unknown[] = [];
  readonly replaced: Extraction[] = [];
  readonly file = Buffer.concat([movie(), box('mdat', Buffer.alloc(5000))]);
  release = (): void => undefined;
  isDown = false;
  readonly service = new HeadsService(
    { via: (site) => this.clientOf(site) } as SourceClient,
    { replace: (one) => void this.replaced.push(one) } as ExtractService,
    {
      updateWithNames: (row: unknown) =>
        this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.stored.push(row)),
    } as unknown as ExtractionRepository,
  );

  private clientOf(site: string): SourceClient {
    this.sites.add(site);
    return { open: (remote, request) => this.open(remote, request) } as SourceClient;
  }

  private async open({ url }: Remote, { signal }: SourceRequest): Promise<EgressResponse> {
    this.asked.push(url);
    await new Promise<void>((resolve, reject) => {
      this.release = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const headers = { 'content-type': 'video/mp4', 'content-length': String(this.file.length) };
    return { status: 200, headers, url, body: Readable.from([this.file]) } as never;
  }
}

describe('HeadsService', () => {
  it('reads a header once for many visitors, and stores what it says', async () => {
    const world = new World();
    const found = Array.from({ length: 20 }, () => world.service.find(extraction, visitor()));
    await waitUntil(() => world.asked.length === 1, 'the request');
    world.release();
    const results = await Promise.all([...found, world.service.find(extraction, visitor())]);
    expect(new Set(results.map(({ source }) => source.info.headSeconds))).toEqual(new Set([20]));
    expect([world.asked.length, world.stored.length]).toEqual([1, 1]);
    expect([...world.sites]).toEqual(['tiktok']);
    expect(world.replaced[0]?.source.info.headSeconds).toBe(20);
  });

  it('stops when the last visitor leaves', async () => {
    const world = new World();
    const visit = new AbortController();
    const found = world.service.find(extraction, visitor(visit.signal));
    await waitUntil(() => world.asked.length === 1, 'the request');
    visit.abort(new VisitorLeft());
    await expect(found).rejects.toBeInstanceOf(VisitorLeft);
    expect([world.replaced, world.stored]).toEqual([[], []]);
  });

  it('asks a source that does not respond in time only once, and changes nothing', async () => {
    const late = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const world = new World();
    const found = world.service.find(extraction, visitor());
    await waitUntil(() => world.asked.length === 1, 'the request');
    late.abort();
    await expect(found).resolves.toBe(extraction);
    await expect(world.service.find(extraction, visitor())).resolves.toBe(extraction);
    expect([world.asked.length, world.stored.length]).toEqual([1, 0]);
    timeout.mockRestore();
  });

  it('sends the facts to visitors even if the database failed to store them', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const world = new World();
    world.isDown = true;
    const found = world.service.find(extraction, visitor());
    await waitUntil(() => world.asked.length === 1, 'the request');
    world.release();
    expect((await found).source.info.headSeconds).toBe(20);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});
