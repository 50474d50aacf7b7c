import { languageTag } from '../../formats/format-language.js';
import { httpHref } from '../../media-url.js';
import type { SubtitleFile, SubtitleTrack } from '../../source-info.js';
import type { Transcript } from './feed.js';

/** Types with times, ordered by how easy they are to parse (podcast namespace, `transcript`). */
const TYPES: readonly (readonly [type: string, ext: string])[] = [
  ['text/vtt', 'vtt'],
  ['application/x-subrip', 'srt'],
  ['application/srt', 'srt'],
  ['text/srt', 'srt'],
  ['application/json', 'json'],
];

type Located = Omit<Transcript, 'url'> & { readonly url: string | null };

/**
 * The transcripts of an episode as subtitle tracks, one for each language.
 * @param feedLanguage the language of transcripts that don't state their own
 */
export function transcriptTracks(
  transcripts: readonly Located[],
  feedLanguage: string | null,
): SubtitleTrack[] {
  const tracks = new Map<string, SubtitleFile[]>();
  for (const { url, mediaType, language } of transcripts) {
    const type = (mediaType ?? '').split(';', 1)[0]?.trim().toLowerCase();
    const ext = TYPES.find(([known]) => known === type)?.[1];
    const href = httpHref(url);
    if (ext !== undefined && href !== null) {
      // "und" means that the language is undetermined (ISO 639-2).
      const tag = languageTag(language ?? feedLanguage ?? '') ?? 'und';
      const files = tracks.get(tag) ?? [];
      tracks.set(tag, [...files, { url: href, headers: {}, ext, protocol: 'file' }]);
    }
  }
  return [...tracks].map(([language, files]) => ({
    language,
    name: null,
    machine: false,
    files: files.sort((a, b) => rank(a) - rank(b)).slice(0, 3),
  }));
}

function rank({ ext }: SubtitleFile): number {
  return TYPES.findIndex(([, known]) => known === ext);
}
