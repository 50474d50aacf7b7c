import { canonicalPageUrl, detectPlatform, type PlatformId } from '@dipper/media';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EgressService } from '../infra/egress/egress.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { ExtractModule } from './extract.module.js';
import { type Extractor, SiteExtractor } from './extractors/extractor.port.js';
import { ExtractorRegistry } from './extractors/extractor-registry.js';
import { FeedClient } from './extractors/feed/feed-client.js';
import { ItunesClient } from './extractors/itunes/itunes-client.js';
import { PageClient } from './extractors/page/page-client.js';

interface Row {
  readonly url: string;
  readonly platform: PlatformId;
  readonly kind: string;
}

const rows = JSON.parse(
  readFileSync(join(__dirname, '../../../../test/fixtures/urls.json'), 'utf8'),
) as Row[];

/**
 * The extractors that are tried for each platform and kind of link. Links that are not listed here
 * use yt-dlp only.
 */
const OWN: readonly (readonly [PlatformId, kind: RegExp, asked: readonly string[]])[] = [
  ['castbox', /^(episode|share vb|short x|channel)/, ['castbox', 'yt-dlp']],
  ['xiaoyuzhou', /^(episode|podcast)/, ['xiaoyuzhou', 'yt-dlp']],
  ['lizhi', /^episode/, ['lizhi', 'yt-dlp']],
  ['playerfm', /^(episode|series)/, ['playerfm', 'yt-dlp']],
  ['apple-podcasts', /^show/, ['apple-show', 'yt-dlp']],
  ['apple-podcasts', /^episode/, ['yt-dlp', 'apple-podcasts']],
  ['spotify', /^(episode|show|track)/, ['spotify', 'yt-dlp']],
];
const askedFor = ({ platform, kind }: Row): readonly string[] =>
  OWN.find(([id, kinds]) => id === platform && kinds.test(kind))?.[2] ?? ['yt-dlp'];

describe('the extractors of ExtractModule', () => {
  let registry: ExtractorRegistry;
  const asked: string[] = [];

  beforeAll(async () => {
    const providers = Reflect.getMetadata('providers', ExtractModule) as Type[];
    const wanted: readonly Type[] = [ExtractorRegistry, FeedClient, ItunesClient, PageClient];
    const extractors = providers.filter((one) => Reflect.hasMetadata(SiteExtractor.KEY, one));
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [...extractors, ...providers.filter((one) => wanted.includes(one))],
    })
      .useMocker((token) => (token === EgressService ? { check: () => ({ ok: true }) } : {}))
      .compile();
    await module.init();
    registry = module.get(ExtractorRegistry);
    for (const type of extractors) {
      const extractor = module.get<Extractor>(type);
      jest.spyOn(extractor, 'extract').mockImplementation(() => {
        asked.push(extractor.name);
        return Promise.reject(new DomainError('EXTRACT_FAILED'));
      });
    }
  });

  it.each(rows)('are tried in the right order for $platform, $kind: $url', async (row) => {
    asked.length = 0;
    const url = canonicalPageUrl(row.url);
    const link = { url, platform: detectPlatform(url) };
    const failure: unknown = await registry
      .extract(link, new AbortController().signal)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'EXTRACT_FAILED' });
    expect(asked).toEqual(askedFor(row));
  });
});
