import { languageTag } from '../../../formats/format-language.js';
import { httpHref } from '../../../media-url.js';
import type { SubtitleFile, SubtitleTrack } from '../../../source-info.js';
import { firstCharacters } from '../../storable-text.js';
import { headersOf } from './read-ytdlp-format.js';
import type { YtdlpItem, YtdlpSubtitle } from './ytdlp.schema.js';

/** The maximum number of tracks. The largest number seen on one video is about 110. */
const MAX_TRACKS = 120;
/**
 * The maximum number of translations. YouTube translates automatically into any language;
 * translations are offered only if there is nothing else.
 */
const MAX_TRANSLATIONS = 40;
/** The maximum number of files of a track. Only one is read; the others are fallbacks. */
const MAX_FILES = 3;
const MAX_NAME = 100;
/** The maximum total length of the URLs and texts that are stored for one page, in characters. */
const MAX_KEPT = 2 * 1024 * 1024;

/** Chat and comments, which yt-dlp lists as subtitles. */
const CHATS = /^(live_?chat|rechat|danmaku|comments?|chat)\b/i;
/** Marks of auto-generated subtitles on Bilibili ("ai-zh") and Vimeo ("en-x-autogen"). */
const MACHINE_MARKS = /^ai-(?=[a-z]{2,3}\b)|-x-autogen$/i;
const MACHINE_NAME = /\bauto(matic(ally)?)?[ -]?(generated|translated|captions?)\b/i;
/**
 * yt-dlp's mark for YouTube's auto-generated captions in the spoken language, which are among
 * hundreds of translations.
 */
const ORIGINAL = /-orig$/;
const ORIGINAL_NAME = / \(Original\)$/;

/**
 * The types that we can parse, best first. For auto-generated subtitles, the types with only the
 * text of each line come first, because the others repeat lines word by word.
 */
const BY_PEOPLE = ['vtt', 'srt', 'ttml', 'dfxp', 'json3', 'srv3', 'srv1', 'ass', 'ssa', 'json'];
const BY_MACHINES = ['json3', 'srv3', 'srv1', ...BY_PEOPLE];

const FILE_PROTOCOLS = ['', 'http', 'https'];
const HLS_PROTOCOLS = ['m3u8', 'm3u8_native'];

interface Draft extends SubtitleTrack {
  readonly isTranslation: boolean;
}

/**
 * The subtitles of a page, one track for each language. Tracks written by people come first, then
 * auto-generated tracks for other languages. Automatic translations are included only if there is
 * nothing else. In each group, the item's own language comes first.
 */
export function readYtdlpSubtitles(item: YtdlpItem): SubtitleTrack[] {
  const people = draftsOf(item, item.subtitles, false);
  const machines = draftsOf(item, item.automatic_captions, true);
  const heard = [...people, ...machines].filter(({ isTranslation }) => !isTranslation);
  const translated = machines.filter(({ isTranslation }) => isTranslation);
  const drafts = heard.length > 0 ? heard : translated.slice(0, MAX_TRANSLATIONS);
  const own = languageTag(item.language ?? '');
  const ordered = [...drafts].sort(
    (a, b) =>
      Number(a.machine) - Number(b.machine) || Number(isOwn(b, own)) - Number(isOwn(a, own)),
  );
  return bounded(oneForEach(ordered).slice(0, MAX_TRACKS));
}

function draftsOf(
  item: YtdlpItem,
  listed: YtdlpItem['subtitles'],
  isListOfMachines: boolean,
): Draft[] {
  const keys = Object.keys(listed ?? {}).filter((key) => !CHATS.test(key));
  // "en-orig" and "en" are the same track. The key with the mark comes first.
  keys.sort((a, b) => Number(ORIGINAL.test(b)) - Number(ORIGINAL.test(a)));
  return keys.flatMap((key) => {
    const given = listed?.[key] ?? [];
    const name = given.find((one) => one.name)?.name ?? null;
    const machine = isListOfMachines || MACHINE_MARKS.test(key) || MACHINE_NAME.test(name ?? '');
    const language = wordFor(key.replace(ORIGINAL, '').replace(MACHINE_MARKS, ''));
    const files = filesOf(item, given, machine);
    return language === null || files.length === 0
      ? []
      : [{ language, name: nameOf(name), machine, files, isTranslation: isTranslation(given) }];
  });
}

/** True if a track is a translation: `tlang` is YouTube's parameter for the target language. */
function isTranslation(given: readonly YtdlpSubtitle[]): boolean {
  return given.some(({ url }) => /[?&]tlang=/.test(url ?? ''));
}

/** A BCP 47 tag, or the site's own name for the language if that is plausible. */
function wordFor(key: string): string | null {
  return languageTag(key.replaceAll('_', '-')) ?? /^[\w-]{1,40}$/.exec(key)?.[0] ?? null;
}

function nameOf(name: string | null): string | null {
  const line = (name ?? '').replace(/\s+/g, ' ').replace(ORIGINAL_NAME, '').trim();
  return line === '' ? null : firstCharacters(line, MAX_NAME);
}

function filesOf(
  item: YtdlpItem,
  given: readonly YtdlpSubtitle[],
  machine: boolean,
): SubtitleFile[] {
  const order = machine ? BY_MACHINES : BY_PEOPLE;
  const rank = ({ ext, protocol }: SubtitleFile): number =>
    order.indexOf(ext) + (protocol === 'hls' ? order.length : 0);
  return given
    .flatMap((one) => fileOf(item, one) ?? [])
    .filter(({ ext }) => order.includes(ext))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_FILES);
}

function fileOf(item: YtdlpItem, given: YtdlpSubtitle): SubtitleFile | null {
  const ext = (given.ext ?? 'vtt').toLowerCase();
  if (given.data) {
    return { url: '', headers: {}, ext, protocol: 'file', text: given.data };
  }
  const protocol = given.protocol ?? '';
  const url = httpHref(given.url);
  const isHls = HLS_PROTOCOLS.includes(protocol);
  if (url === null || !(isHls || FILE_PROTOCOLS.includes(protocol))) {
    return null;
  }
  const sent = {
    http_headers: given.http_headers ?? item.http_headers ?? item.formats?.[0]?.http_headers,
    cookies: item.cookies ?? item.formats?.[0]?.cookies,
  };
  return { url, headers: headersOf(sent, url), ext, protocol: isHls ? 'hls' : 'file' };
}

function isOwn({ language }: Draft, own: string | null): boolean {
  return own !== null && baseOf(language) === baseOf(own);
}

/**
 * The language and script of a tag. "zh-TW" differs from "zh-CN", but an "en-GB" written by people
 * makes an auto-generated "en" unnecessary.
 */
function baseOf(language: string): string {
  try {
    const { language: base, script } = new Intl.Locale(language).maximize();
    return `${base} ${script}`;
  } catch {
    return language.toLowerCase();
  }
}

/**
 * The first track of each language. An auto-generated track is used only if people have
 * written none.
 */
function oneForEach(drafts: readonly Draft[]): SubtitleTrack[] {
  const byPeople = new Set(drafts.flatMap((one) => (one.machine ? [] : [baseOf(one.language)])));
  const seen = new Set<string>();
  return drafts.flatMap(({ language, name, machine, files }) => {
    const isNeedless = machine && byPeople.has(baseOf(language));
    if (isNeedless || seen.has(language)) {
      return [];
    }
    seen.add(language);
    return [{ language, name, machine, files }];
  });
}

function bounded(tracks: readonly SubtitleTrack[]): SubtitleTrack[] {
  let length = 0;
  return tracks.filter((track) => {
    length += JSON.stringify(track).length;
    return length <= MAX_KEPT;
  });
}
