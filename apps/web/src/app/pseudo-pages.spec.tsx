import { FakeApi, type FakeReply, FakeStream } from '@dipper/client/testing';
import { leave } from '../entities/media/handover/handover.js';
import { reasonSchema, UNTITLED, type VideoInfo } from '@dipper/contract';
import { PSEUDO_LONG } from '@dipper/site';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ShownQueryProvider } from '../features/preview/address/shown-media.js';
import { PlayerProblem } from '../features/preview/player/player-problem.js';
import type { PlayerError } from '../features/preview/player/player-error.js';
import { PreviewScreen } from '../features/preview/preview-screen.js';
import { ResultCard } from '../features/search/result/result-card.js';
import { loadTexts } from '../i18n/catalogue.js';
import { createI18n, type I18n } from '../i18n/create-i18n.js';
import { HomePage } from '../pages/home/home.page.js';
import { NotFoundPage } from '../pages/not-found/not-found.page.js';
import { format, siteConfig, videoInfo } from '../testing/fixtures.js';
import { plainEnglish } from '../testing/plain-english.js';
import { renderAt } from '../testing/render-at.js';
import { submitLink } from '../testing/submit-link.js';
import { CrashBoundary } from '../ui/loading/crash-boundary.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://example.org/1';
/** A site whose configured texts contain no Latin letters. */
const SITE = siteConfig({
  seo: { ...siteConfig().seo, title: 'Τίτλος', description: 'Περί' },
});
SITE.branding.name = 'Δύτης';
SITE.branding.slogan = 'Σύνθημα';
SITE.branding.tagline = 'Ρήση';
const ITEM: VideoInfo = videoInfo({
  title: 'Ποτάμι',
  platform: 'Πλατφόρμα',
  uploader: 'Κάποιος',
  description: 'Νερό',
});

let texts: I18n;
let api: FakeApi;

beforeAll(async () => {
  const all = ['common', 'home', 'search', 'preview', 'notFound', 'errors'] as const;
  texts = createI18n(PSEUDO_LONG, await loadTexts(PSEUDO_LONG, all));
});
beforeEach(() => {
  api = new FakeApi().install();
  leave({ result: null, earlier: [] });
  Element.prototype.scrollIntoView = jest.fn();
});

const show = (page: React.ReactNode, address = '/') => renderAt(address, page, SITE, texts);
const english = () => [...plainEnglish(document.body), ...plainEnglish(document.head)];

function search(reply: FakeReply): void {
  api.on(SEARCH, reply);
  show(<HomePage />);
  submitLink(LINK);
}

it('plainEnglish finds English in texts and attributes', () => {
  show(<p title="Also here">A sentence</p>);
  expect(english()).toEqual(['A sentence', 'Also here']);
});

describe('the home page in a pseudo-language shows no English', () => {
  it('before a search', () => {
    show(<HomePage />);
    expect(english()).toEqual([]);
  });

  it('when the link is missing or invalid', async () => {
    show(<HomePage />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('textbox'));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    await user.type(screen.getByRole('textbox'), 'x{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(english()).toEqual([]);
  });

  it.each([
    { type: 'waiting', place: 3, seconds: 40 },
    { type: 'waiting', place: 2, seconds: 400 },
    { type: 'reading' },
    { type: 'hint', platform: UNKNOWN_PLATFORM, title: null, thumbnail_url: null, uploader: null },
    { type: 'hint', platform: 'Π', title: 'Τ', thumbnail_url: null, uploader: 'Κ' },
  ])('while the search reports %j', async (event) => {
    const stream = new FakeStream();
    search({ stream });
    await act(() => Promise.resolve(stream.push(event)));
    expect(english()).toEqual([]);
  });

  it.each<[string, FakeReply]>([
    ['an error code', { status: 422, body: { error: 'English.', code: 'MEDIA_PRIVATE' } }],
    [
      'an error code and advice',
      { status: 502, body: { error: 'English.', code: 'EXTRACT_FAILED' } },
    ],
    [
      'an error code and a number',
      {
        status: 503,
        headers: { 'retry-after': '7' },
        body: { error: 'English.', code: 'BUSY', values: { seconds: 7 } },
      },
    ],
    ['an empty reply', { status: 500 }],
    ['an unreadable reply', { body: {} }],
  ])('when the search fails with %s', async (_, reply) => {
    search(reply);
    expect(await screen.findByRole('alert')).toBeVisible();
    await screen.findAllByRole('button');
    expect(english()).toEqual([]);
  });

  it('when the server does not respond', async () => {
    show(<HomePage />);
    submitLink(LINK);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(english()).toEqual([]);
  });

  const other = (changes: object) => format({ recommended: false, ...changes });
  it.each<[string, Partial<VideoInfo>]>([
    ['without a title', { platform: UNKNOWN_PLATFORM, title: UNTITLED }],
    [
      'of a podcast',
      {
        is_podcast: true,
        series: 'Σειρά',
        season_number: 2,
        episode_number: 7,
        formats: [format({ is_audio_only: true, ext: 'm4a', quality: null, bitrate: 1411 })],
      },
    ],
    [
      'with every kind of format',
      {
        formats: [
          format({ kind: 'hls', hdr: true, filesize_approx: true }),
          ...[
            { has_audio: false, watermarked: true, quality: null, filesize: null },
            { ext: 'webm', vcodec: 'vp9', acodec: 'opus' },
            { vcodec: 'hvc1.2.4.L150' },
            { is_audio_only: true, ext: 'm4a', bitrate: 128 },
            { language: 'es', voice: 'machine' },
            { language: 'es', voice: 'description' },
            ...Array.from({ length: 6 }, () => ({})),
          ].map((changes, at) => other({ ...changes, format_id: `o${at}` })),
        ],
      },
    ],
  ])('in a result %s', async (_, info) => {
    search({ body: { ...ITEM, ...info } });
    expect(await screen.findByRole('region')).toBeVisible();
    expect(english()).toEqual([]);
    expect(document.title).toContain('Δύτης');
  });

  it.each(reasonSchema.options)('in a result recommended because of %s', (reason) => {
    const formats = [format({ reason }), other({ format_id: 'o', filesize: null })];
    for (const asksSizes of [true, false]) {
      const info = { ...ITEM, formats };
      const { unmount } = show(
        <ResultCard {...{ info, asksSizes }} link={LINK} isNew={false} onClear={() => undefined} />,
      );
      expect(english()).toEqual([]);
      unmount();
    }
  });
});

describe('other pages in a pseudo-language show no English', () => {
  it('on the 404 page', () => {
    show(<NotFoundPage />, '/nothing');
    expect(english()).toEqual([]);
  });

  it('on the crash page', () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('mistake');
    };
    show(
      <CrashBoundary page="/">
        <Broken />
      </CrashBoundary>,
    );
    expect(screen.getByRole('alert')).toBeVisible();
    expect(english()).toEqual([]);
  });

  it('on the preview page without an address', () => {
    show(<PreviewScreen />, '/preview');
    expect(english()).toEqual([]);
  });

  it.each(['', '&is_audio=true'])('on the preview page of a direct link%s', (more) => {
    const query = `url=/api/stream/x.mp4&filesize=1500000&bitrate=1500&resolution=1280x720${more}`;
    const { container } = show(<PreviewScreen />, `/preview?${query}`);
    expect(english()).toEqual([]);
    const media = container.querySelector('video, audio');
    fireEvent.error(media as Element);
    expect(english()).toEqual([]);
  });

  const problems: readonly PlayerError[] = [
    'proxy_expired',
    'network',
    'refused',
    'codec',
    'damaged',
    'unknown',
  ];
  it.each(problems.flatMap((error) => [true, false].map((isAudio) => [error, isAudio] as const)))(
    'when the player reports %s (audio: %s)',
    (error, isAudio) => {
      for (const fallback of ['download', 'prepare', null] as const) {
        const { unmount } = show(
          <ShownQueryProvider
            value={{ is_audio: String(isAudio), source_url: 'https://example.org/1' }}
          >
            <PlayerProblem {...{ error, fallback }} />
          </ShownQueryProvider>,
        );
        expect(english()).toEqual([]);
        unmount();
      }
    },
  );
});
