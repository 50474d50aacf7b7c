import type { ErrorCode } from '@dipper/contract';
import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { EgressService } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import {
  type Extractor,
  type ExtractedPage,
  SiteExtractor,
  YTDLP_ORDER,
} from './extractor.port.js';
import { ExtractorRegistry } from './extractor-registry.js';
import type { PageLink } from '../links/page-link.service.js';

const list = (title: string): ExtractedPage => ({
  ...{ kind: 'list', title, uploader: null, thumbnailUrl: null },
  ...{ entries: [], total: 0 },
});

/** The error code of the site's extractor; null if it succeeds. */
let failWith: ErrorCode | null = null;
afterEach(() => {
  failWith = null;
});

@Injectable()
@SiteExtractor({ order: YTDLP_ORDER })
class Anything implements Extractor {
  readonly name = 'anything';
  canHandle = (): boolean => true;
  extract = (): Promise<ExtractedPage> => this.read();
  read(): Promise<ExtractedPage> {
    return Promise.resolve(list('anything'));
  }
}

@Injectable()
@SiteExtractor({ order: YTDLP_ORDER })
class AnythingFails extends Anything {
  override extract = (): Promise<ExtractedPage> =>
    Promise.reject(new DomainError('UNSUPPORTED_SITE'));
}

@Injectable()
@SiteExtractor({ order: 1 })
class OneSite implements Extractor {
  readonly name = 'one site';
  canHandle = ({ url }: PageLink): boolean => url.startsWith('https://one.example/');
  extract = (): Promise<ExtractedPage> =>
    failWith === null
      ? Promise.resolve(list('one site'))
      : Promise.reject(new DomainError(failWith));
}

async function titleOf(extractors: ExtractorRegistry, url: string): Promise<string> {
  const found = await extractors.extract({ url, platform: null }, new AbortController().signal);
  return found.kind === 'list' ? found.title : found.item.title;
}

function codeOf(error: unknown): string {
  return error instanceof DomainError ? error.code : String(error);
}

const nothingAllowed = { ...{ endpoints: new Set<string>(), networks: [] } };
const egress = new EgressService({
  allow: nothingAllowed,
  ownHosts: [],
  ownEndpoints: [],
});

/** A module as a third party would write it. Apart from the port, it imports none of our code. */
@Module({ providers: [OneSite] })
class TheirModule {}

async function extractorsOf(...providers: (typeof Anything)[]): Promise<ExtractorRegistry> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, TheirModule],
    providers: [ExtractorRegistry, { provide: EgressService, useValue: egress }, ...providers],
  }).compile();
  await module.init();
  return module.get(ExtractorRegistry);
}

describe('ExtractorRegistry', () => {
  it('tries the extractors of all modules in order', async () => {
    const extractors = await extractorsOf(Anything);
    expect(await titleOf(extractors, 'https://one.example/1')).toBe('one site');
    expect(await titleOf(extractors, 'https://other.example/1')).toBe('anything');
  });

  it.each<[failure: ErrorCode, outcome: string]>([
    ['EXTRACT_FAILED', 'anything'],
    ['NO_MEDIA', 'anything'],
    ['SOURCE_BLOCKED', 'anything'],
    ['SOURCE_TIMEOUT', 'anything'],
    ['MEDIA_PRIVATE', 'MEDIA_PRIVATE'],
    ['LIVE_STREAM', 'LIVE_STREAM'],
  ])('after %s from the first extractor, the outcome is %s', async (failure, outcome) => {
    const extractors = await extractorsOf(Anything);
    failWith = failure;
    expect(await titleOf(extractors, 'https://one.example/1').catch(codeOf)).toBe(outcome);
  });

  it('reports the first failure when all extractors fail', async () => {
    const extractors = await extractorsOf(AnythingFails);
    failWith = 'NO_MEDIA';
    expect(await titleOf(extractors, 'https://one.example/1').catch(codeOf)).toBe('NO_MEDIA');
  });

  it('drops formats and pictures whose URLs must not be requested', async () => {
    const at = (url: string, segments: string[] | null = null) => ({ url, segments });
    const item = {
      formats: [
        at('https://cdn.example/1.mp4'),
        at('http://10.0.0.1/1.mp4'),
        at('https://cdn.example/1.mpd', ['https://cdn.example/1.m4s', 'http://127.0.0.1/2.m4s']),
        at('https://cdn.example:9000/1.mp4'),
      ],
      thumbnailUrl: 'http://[::1]/1.jpg',
      pictures: ['http://[::1]/1.jpg', 'https://cdn.example/1.jpg'],
    };
    const found = { kind: 'item', item } as unknown as ExtractedPage;
    jest.spyOn(Anything.prototype, 'read').mockResolvedValue(found);
    const extractors = await extractorsOf(Anything);
    const link = { url: 'https://other.example/1', platform: null };
    const { signal } = new AbortController();
    await expect(extractors.extract(link, signal)).resolves.toMatchObject({
      item: {
        formats: [{ url: 'https://cdn.example/1.mp4' }],
        thumbnailUrl: null,
        pictures: ['https://cdn.example/1.jpg'],
      },
    });
    item.formats.shift();
    await expect(extractors.extract(link, signal)).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
    jest.restoreAllMocks();
  });

  it('rejects a link that no extractor accepts', async () => {
    const extractors = await extractorsOf();
    expect(await titleOf(extractors, 'https://other.example/1').catch(codeOf)).toBe(
      'UNSUPPORTED_SITE',
    );
  });
});
