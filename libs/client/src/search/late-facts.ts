import type { Format, SearchFacts, SearchSizes, VideoInfo } from '@dipper/contract';

/** Adds the facts and sizes that arrive after a result. */
export function withLateFacts(info: VideoInfo, update: SearchFacts | SearchSizes): VideoInfo {
  return update.type === 'sizes'
    ? withFormats(info, update.sizes)
    : { ...withFormats(info, update.formats), duration: info.duration ?? update.duration };
}

function withFormats(
  info: VideoInfo,
  facts: readonly (Partial<Format> & { readonly at: number })[],
): VideoInfo {
  const found = new Map(facts.map(({ at, ...rest }) => [at, rest]));
  return { ...info, formats: info.formats.map((format, at) => ({ ...format, ...found.get(at) })) };
}
