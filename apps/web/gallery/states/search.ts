import type { FakeReply } from '@dipper/client/testing';
import { type ErrorCode, ERRORS, errorReply, LIMITS } from '@dipper/contract';
import { format, videoInfo } from '../../src/testing/fixtures.js';
import { BY, fullVideo, LINK, SEARCH, streams, TITLE } from '../samples.js';
import type { GalleryState, StateGroup } from '../state.js';
import type { SearchEvent } from '@dipper/contract';
import type { Visitor } from '../visitor.js';

const hint = (title: string | null): SearchEvent => ({
  ...{ type: 'hint', platform: 'Vimeo', title, uploader: BY },
  ...{ thumbnail_url: 'https://i.example/1.jpg', thumbnail_grant: 'granted' },
});

/** A search that is still running after these events. */
const runs = (name: string, ...events: readonly SearchEvent[]): GalleryState => ({
  name,
  address: '/',
  prepare: (api) => streams(api, ...events),
  reach: async (visitor) => {
    await visitor.submits(LINK);
    return visitor.sees('main [aria-busy=true] .skeleton');
  },
});

/** A search with this reply. */
const replied = (
  name: string,
  reply: FakeReply | null,
  sees: (visitor: Visitor) => Promise<unknown>,
): GalleryState => ({
  name,
  address: '/',
  prepare: (api) => void (reply === null || api.on(SEARCH, reply)),
  reach: async (visitor) => {
    await visitor.submits(LINK);
    return sees(visitor);
  },
});

const found = (name: string, body: object, selector = 'main a[href*="/preview?"]') =>
  replied(name, { body }, (visitor) => visitor.sees(selector));

const fails = (name: string, code: ErrorCode, more: FakeReply = {}) => {
  const { status } = ERRORS[code];
  const seconds = more.headers?.['retry-after'];
  const body = errorReply(code, seconds === undefined ? {} : { seconds: Number(seconds) });
  return replied(name, { status, body, ...more }, (visitor) => visitor.sees('[role=alert]'));
};

/** A result with one of its sections open. */
const opens = (name: string, section: string, selector: string): GalleryState =>
  replied(name, { body: fullVideo() }, async (visitor) => {
    await visitor.press(section);
    return visitor.sees(`[role=tabpanel][data-state=active] ${selector}`);
  });

const SOUND = format({
  ...{ format_id: 'a128', is_audio_only: true, ext: 'm4a', quality: null, resolution: null },
  ...{ vcodec: null, bitrate: 128, abr: 128, filesize: 12e6, reason: 'only_one' },
});

export const SEARCH_STATES: StateGroup = {
  name: 'search',
  states: [
    runs('search-waiting', { type: 'waiting', place: 3, seconds: 40 }),
    runs('search-reading', { type: 'reading' }),
    runs('search-hint', hint(TITLE)),
    found('search-video', fullVideo()),
    opens('search-audio', 'search:result.sections.sound', 'li'),
    opens('search-subtitles', 'search:result.sections.subtitles', 'button'),
    opens('search-clip', 'search:result.sections.clip', '[role=slider]'),
    // The suggested clip is 30 seconds long.
    replied('search-clip-too-long', { body: fullVideo() }, async (visitor) => {
      await visitor.press('search:result.sections.clip');
      await visitor.press('extras:clip.kinds.gif');
      return visitor.sees('main button', 'extras:clip.shorten', { seconds: LIMITS.loopSeconds });
    }),
    {
      name: 'search-clip-asked',
      address: '/',
      prepare: (api) => void api.on(SEARCH, { body: fullVideo() }),
      reach: async (visitor) => {
        await visitor.submits(`${LINK} 0:12-0:24 as gif`);
        return visitor.sees('[role=tabpanel][data-state=active] [role=slider]');
      },
    },
    found(
      'search-sound-only',
      videoInfo({
        ...{ title: 'Episode 7: What lives under the ice', is_podcast: true, formats: [SOUND] },
        ...{ series: 'Under Water', season_number: 2, episode_number: 7 },
      }),
    ),
    found('search-single', videoInfo({ title: 'Untitled 0001', uploader: null, description: '' })),
    found(
      'search-part-of-list',
      fullVideo({ list: { url: 'https://vimeo.com/showcase/1', title: 'Rivers of the north' } }),
    ),
    fails('search-nothing', 'NO_MEDIA'),
    fails('search-private', 'MEDIA_PRIVATE'),
    fails('search-failed', 'EXTRACT_FAILED'),
    fails('search-limited', 'SOURCE_RATE_LIMITED', { headers: { 'retry-after': '120' } }),
    fails('search-busy', 'BUSY', { headers: { 'retry-after': '20' } }),
    replied('search-unreadable', { body: {} }, (visitor) => visitor.sees('[role=alert]')),
    replied('search-offline', null, (visitor) => visitor.sees('[role=alert]')),
  ],
};
