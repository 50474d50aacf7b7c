import type { ErrorCode } from '@dipper/contract';
import { setMaxListeners } from 'node:events';
import type { Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import type { ExtractionRepository } from '../extraction/extraction.repository.js';
import type { NewGrant } from '../extraction/media-grants.js';
import { ExtractService } from '../extract.service.js';
import type { Extractor, ExtractedPage } from '../extractors/extractor.port.js';
import type { ExtractorRegistry } from '../extractors/extractor-registry.js';
import type { GrantedHint, HintsService } from '../hints/hints.service.js';
import { PageReader } from '../reading/page-reader.js';
import { ReadingClaims } from '../reading/reading-claims.js';
import type { PageLink } from '../links/page-link.service.js';
import type { SourceInfo } from '../source-info.js';
import { sourceFormat, sourceInfo } from './recorded-page.js';

export const link = { url: 'https://site.example/watch/1', platform: null };
export const me: Visitor = { key: 'me', gone: new AbortController().signal };
// The tests add more listeners to this signal than a visitor's request would.
setMaxListeners(0, me.gone);

export class Rows implements Pick<ExtractionRepository, 'add' | 'find' | 'findFresh'> {
  readonly rows: Extraction[] = [];
  grants: readonly NewGrant[] = [];

  add(row: Omit<Extraction, 'id'>, grants: readonly NewGrant[]): Promise<Extraction> {
    this.grants = grants;
    const added = { ...row, id: this.rows.length + 1 };
    this.rows.push(added);
    return Promise.resolve(added);
  }

  findFresh(urlKey: string, now: Date): Promise<Extraction | null> {
    const fresh = this.rows.filter((row) => row.urlKey === urlKey && row.freshUntil > now);
    return Promise.resolve(fresh.at(-1) ?? null);
  }

  find(id: number): Promise<Extraction | null> {
    return Promise.resolve(this.rows.find((row) => row.id === id) ?? null);
  }
}

export class Pages implements Extractor {
  readonly name = 'pages';
  readonly asked: string[] = [];
  signal: AbortSignal | null = null;
  answer: () => Promise<SourceInfo> = () =>
    Promise.resolve(
      sourceInfo([sourceFormat({ url: `https://cdn.example/${this.asked.length}.mp4` })]),
    );

  canHandle(): boolean {
    return true;
  }

  async extract({ url }: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    this.asked.push(url);
    this.signal = signal;
    return { kind: 'item', item: await this.answer() };
  }
}

class Hints implements Pick<HintsService, 'find'> {
  readonly asked: AbortSignal[] = [];
  answer: Promise<GrantedHint | null> = Promise.resolve(null);

  find(_: PageLink, signal: AbortSignal): Promise<GrantedHint | null> {
    this.asked.push(signal);
    return this.answer;
  }
}

/**
 * @param claims shared with other processes; by default, each process reads for itself
 * @param rows also shared with other processes
 */
export function setUp(
  env: Partial<Env> = {},
  claims = new ReadingClaims(undefined),
  rows = new Rows(),
): {
  service: ExtractService;
  rows: Rows;
  pages: Pages;
  hints: Hints;
  /** The reads that were counted, each with its error. */
  outcomes: [url: string, code: ErrorCode | null][];
} {
  const outcomes: [url: string, code: ErrorCode | null][] = [];
  const [pages, hints] = [new Pages(), new Hints()];
  const whole = { EXTRACT_CONCURRENCY: 2, MAX_DURATION_SECONDS: 3600, ...env } as Env;
  const kept = rows as unknown as ExtractionRepository;
  const reader = new PageReader(
    whole,
    kept,
    pages as unknown as ExtractorRegistry,
    { encoders: () => Promise.resolve(new Set()) },
    { note: (url, code) => void outcomes.push([url, code]) },
  );
  const service = new ExtractService(whole, kept, reader, hints as unknown as HintsService, claims);
  return { service, rows, pages, hints, outcomes };
}

/** Lets all pending work run until nothing more can run. */
export const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};
/** Requests a page that no other request uses. @returns the outcome: `read`, or an error code */
export const ask = (service: ExtractService, name: string, visitor: Visitor): Promise<string> =>
  service.read({ url: `https://site.example/${name}`, platform: null }, visitor).then(
    () => 'read',
    (error: unknown) => (error instanceof DomainError ? error.code : (error as Error).name),
  );
export const slowPages = (pages: Pages): (() => void)[] => {
  const release: (() => void)[] = [];
  pages.answer = () =>
    new Promise((resolve, reject) => {
      release.push(() => resolve(sourceInfo([sourceFormat()])));
      pages.signal?.addEventListener('abort', () => reject(new DomainError('UNAVAILABLE')));
    });
  return release;
};
