import type { Extractor, ExtractedPage } from '../extractors/extractor.port.js';
import type { SourceInfo } from '../source-info.js';

const { signal } = new AbortController();

export function foundAt(extractor: Extractor, url: string): Promise<ExtractedPage> {
  return extractor.extract({ url, platform: null }, signal);
}

export async function itemAt(extractor: Extractor, url: string): Promise<SourceInfo> {
  const found = await foundAt(extractor, url);
  if (found.kind !== 'item') {
    throw new Error('a list');
  }
  return found.item;
}

/** The error code of a failed extraction; `read` if it succeeds. */
export function failureAt(extractor: Extractor, url: string): Promise<string> {
  return extractor.extract({ url, platform: null }, signal).then(
    () => 'read',
    (error: { code?: string }) => error.code ?? 'another error',
  );
}
