import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { type Extractor, type Found, SiteExtractor } from './extractor.port.js';
import { ExtractorRegistry } from './extractor-registry.js';
import type { PageLink } from './page-link.service.js';

const found: Found = { kind: 'list', title: '', entries: [] };

@Injectable()
@SiteExtractor({ order: Infinity })
class Anything implements Extractor {
  readonly name = 'anything';
  canHandle = (): boolean => true;
  extract = (): Promise<Found> => Promise.resolve(found);
}

@Injectable()
@SiteExtractor({ order: 1 })
class OneSite implements Extractor {
  readonly name = 'one site';
  canHandle = ({ url }: PageLink): boolean => url.startsWith('https://one.example/');
  extract = (): Promise<Found> => Promise.resolve(found);
}

/** As another team would write one: it names nothing of ours but the port. */
@Module({ providers: [OneSite] })
class TheirModule {}

async function extractorsOf(...providers: (typeof Anything)[]): Promise<ExtractorRegistry> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, TheirModule],
    providers: [ExtractorRegistry, ...providers],
  }).compile();
  await module.init();
  return module.get(ExtractorRegistry);
}

describe('ExtractorRegistry', () => {
  it('asks the extractors of all modules in their order', async () => {
    const extractors = await extractorsOf(Anything);
    const nameFor = (url: string): string => extractors.for({ url, platform: null }).name;
    expect(nameFor('https://one.example/1')).toBe('one site');
    expect(nameFor('https://other.example/1')).toBe('anything');
  });

  it('refuses a link that none takes', async () => {
    const extractors = await extractorsOf();
    const link = { url: 'https://other.example/1', platform: null };
    expect(() => extractors.for(link)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_SITE' }) as Error,
    );
  });
});
