import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { API, defaultDomainConfig, type VideoInfo } from '@dipper/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leave } from '../../../../entities/media/handover/handover.js';
import { leftClip } from '../../../../entities/media/handover/left-for-page.js';
import { format, videoInfo } from '../../../../testing/fixtures.js';
import { renderAt } from '../../../../testing/render-at.js';
import { ResultCard } from '../result-card.js';
// Preload the lazy modules, because loading them takes seconds on a busy machine.
import './choice-select.js';
import './clip-section.js';
import './subtitle-section.js';

const CREATE = `POST ${API.tasks}`;
const TASK = { task_id: 'wish', status: 'prepared', filename: 'A clip.srt' };

const video = format({ kind: 'merge', task_id: 'offer720', audio_format_id: 'm4a' });
const sound = format({ recommended: false, is_audio_only: true, ext: 'm4a', offer_id: 'sound' });
const mp3 = format({ ...sound, kind: 'audio', task_id: 'mp3', ext: 'mp3', bitrate: 192 });
const ITEM = videoInfo({
  formats: [video, { ...video, format_id: 'v2', offer_id: 'o2', recommended: false }, sound, mp3],
  subtitles: [
    { language: 'fr', name: null, machine: true },
    { language: 'es', name: null, machine: false },
    { language: 'en', name: null, machine: false },
  ],
  picture_url: 'https://i.example/big.jpg',
  picture_grant: 'own',
});

const SITE = defaultDomainConfig('dipper.example');

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().install();
  window.localStorage.clear();
});

const show = (
  info: Partial<VideoInfo> = {},
  at = '/',
  link = 'https://vimeo.com/1#t=1m5s',
  asksSizes = false,
) => {
  const props = { link, isNew: false, asksSizes, onClear: () => undefined };
  renderAt(at, <ResultCard info={{ ...ITEM, ...info }} {...props} />, SITE);
  return userEvent.setup();
};
const open = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(screen.getByRole('tab', { name }));
  return screen.findByRole('tabpanel', { name });
};
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);
const address = () => new URLSearchParams(screen.getByTestId('address').textContent.split('?')[1]);

describe('the sections of a result', () => {
  it.each<[string, Partial<VideoInfo>, string[]]>([
    ['with every kind of section', {}, ['Video', 'Audio', 'Subtitles', 'Clip', 'All 4']],
    ['without subtitles', { subtitles: [] }, ['Video', 'Audio', 'Clip', 'All 4']],
    [
      'with one video, which the button already shows',
      { formats: [video, sound, mp3], subtitles: [] },
      ['Audio', 'Clip', 'All 3'],
    ],
    [
      'with one video that can also be played',
      { formats: [{ ...video, kind: 'hls' }, sound], subtitles: [] },
      ['Video', 'Audio', 'Clip', 'All 2'],
    ],
    ['with audio only', { formats: [sound, mp3], subtitles: [] }, ['Audio', 'Clip']],
    ['from an older server', { formats: [{ ...video, offer_id: '' }] }, []],
  ])('are listed for an item %s', (_, info, names) => {
    show(info);
    expect(tabs()).toEqual(names);
  });

  it('say that no clip can be made if the link came with times for one', () => {
    show({ formats: [{ ...video, offer_id: '' }] }, '/', 'https://vimeo.com/1 0:12-0:41');
    expect(screen.getByText(/^You can't make a clip from this item/)).toBeVisible();
    expect(tabs()).toEqual([]);
  });

  it('collapse into a fold if there is only one', async () => {
    const user = show({ formats: [video], subtitles: [] });
    expect(tabs()).toEqual([]);
    const fold = screen.getByText('Clip');
    expect(fold.closest('details')).not.toHaveAttribute('open');
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    await user.click(fold);
    expect(await screen.findAllByRole('slider')).not.toHaveLength(0);
  });

  it('list MP3 by descending bitrate and recommend one', async () => {
    const rate = (bitrate: number) => ({
      ...{ ...mp3, format_id: `mp3-${bitrate}`, bitrate },
      label: `Audio MP3 ${bitrate} kbps`,
    });
    const user = show({ formats: [video, sound, rate(320), rate(192), rate(128)] });
    const panel = await open(user, 'Audio');
    const rows = within(panel).getAllByText(/^(Audio )?MP3 \d+ kbps$/);
    expect(rows.map(({ textContent }) => /\d+(?= kbps)/.exec(textContent)?.[0])).toEqual([
      ...['320', '192', '128'],
    ]);
    const marks = within(panel).getAllByText('Recommended');
    expect(marks).toHaveLength(1);
    expect(marks[0]?.closest('a')).toHaveTextContent('192 kbps');
  });

  it('open on the first one and can be selected with the arrow keys', async () => {
    const user = show();
    expect(screen.getByRole('tab', { name: 'Video', selected: true })).toBeVisible();
    act(() => screen.getByRole('tab', { name: 'Video' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Audio', selected: true })).toHaveFocus();
    const headings = screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent);
    expect(headings).toEqual(['Original', 'Converted, with tags']);
  });

  it('start with audio and recommend MP3 on an MP3 page', () => {
    show({}, '/youtube-to-mp3');
    expect(tabs()[0]).toBe('Audio');
    expect(screen.getByRole('link', { name: /^Download Audio MP3 192/ })).toBeVisible();
  });

  it('remember the preferred kind on the device', async () => {
    const user = show();
    const panel = await open(user, 'Audio');
    await user.selectOptions(await within(panel).findByRole('combobox'), 'MP3');
    expect(screen.getByRole('link', { name: /^Download Audio MP3 192/ })).toBeVisible();
    expect(window.localStorage.getItem('recommended')).toBe('"mp3"');
  });

  it('link to the original picture', () => {
    show();
    expect(screen.getByRole('link', { name: 'Download thumbnail' })).toHaveAttribute(
      'href',
      '/api/image-proxy?url=https%3A%2F%2Fi.example%2Fbig.jpg&grant=own&download=1',
    );
  });
});

describe('subtitles', () => {
  it('list human-made ones first and lead to their task', async () => {
    api.on(CREATE, { status: 201, body: TASK });
    const user = show();
    const panel = await open(user, 'Subtitles');
    const srt = await within(panel).findAllByRole('button', { name: /: SRT$/ });
    expect(srt.map((button) => button.getAttribute('aria-label'))).toEqual([
      'English: SRT',
      'Spanish: SRT',
      'French: SRT',
    ]);
    await user.click(within(panel).getByRole('button', { name: 'Spanish: SRT' }));
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
    expect(api.calls.at(-1)?.body).toEqual({
      task_id: 'offer720',
      recipe: { kind: 'subtitle', language: 'es', format: 'srt' },
    });
    expect(Object.fromEntries(address())).toMatchObject({
      ...{ video_format_id: 'f720', audio_format_id: 'm4a', filename: 'A clip.srt' },
      ...{ title: 'A clip', source_url: 'https://vimeo.com/1' },
    });
  });

  it('can be embedded into the recommended video', async () => {
    api.on(CREATE, { status: 201, body: TASK });
    const user = show({}, '/youtube-to-mp3');
    const panel = await open(user, 'Subtitles');
    await user.click(await within(panel).findByRole('button', { name: 'English: In the video' }));
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
    expect(api.calls.at(-1)?.body).toEqual({
      task_id: 'offer720',
      recipe: { kind: 'captioned', language: 'en' },
    });
  });

  it('fold a hundred languages', async () => {
    const languages = Array.from({ length: 100 }, (_, at) => `x-${at}`);
    const subtitles = languages.map((language) => ({ language, name: language, machine: true }));
    const user = show({ subtitles });
    const panel = await open(user, 'Subtitles');
    await user.click(await within(panel).findByRole('button', { name: 'Show 94 more languages' }));
    expect(within(panel).getAllByRole('listitem')).toHaveLength(100);
    expect(within(panel).getAllByRole('button', { name: /SRT/ })[6]).toHaveFocus();
  });
});

describe('a custom recipe', () => {
  const press = async () => {
    const user = show();
    const panel = await open(user, 'Subtitles');
    return within(panel).findByRole('button', { name: 'English: SRT' });
  };

  it('is requested once for repeated clicks', async () => {
    let answer = (_: FakeReply): void => undefined;
    api.on(CREATE, () => new Promise<FakeReply>((resolve) => (answer = resolve)));
    const button = await press();
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: 'Spanish: SRT' }));
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    expect(api.count(CREATE)).toBe(1);
    answer({ status: 201, body: TASK });
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
  });

  it.each<[string, FakeReply | null, string]>([
    ['a refusal', { status: 422, body: { error: 'No.', code: 'WISH_NOT_POSSIBLE' } }, 'No.'],
    ['no reply', null, "That couldn't be prepared. Check your connection and try again."],
    [
      'an unreadable reply',
      { status: 201, body: {} },
      "That couldn't be prepared. Check your connection and try again.",
    ],
  ])('reports a failure beside its button and can be retried: %s', async (_, reply, words) => {
    if (reply !== null) {
      api.on(CREATE, reply);
    }
    const button = await press();
    fireEvent.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    api.on(CREATE, { status: 201, body: TASK });
    fireEvent.click(button);
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
  });
});

describe('a clip', () => {
  const make = () => screen.getByRole('button', { name: /^Make this clip/ });

  it('starts at the time in the link and uses the typed times', async () => {
    api.on(CREATE, { status: 201, body: { ...TASK, filename: 'a.mp4' } });
    const user = show();
    await open(user, 'Clip');
    const start = await screen.findByRole('textbox', { name: 'Start' });
    expect(start).toHaveValue('1:05');
    expect(screen.getByRole('textbox', { name: 'End' })).toHaveValue('1:35');
    // The page has one main action, which is this section's.
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1);
    expect(make()).toHaveClass('button-primary');
    await user.clear(start);
    await user.type(start, '2m3.5{Enter}');
    expect(start).toHaveValue('2:03.5');
    expect(screen.getByRole('textbox', { name: 'End' })).toHaveValue('2:33.5');
    const [from] = screen.getAllByRole('slider', { name: 'Start' });
    from?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(from).toHaveAttribute('aria-valuetext', '2:02.5');
    await user.click(make());
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
    expect(api.calls.at(-1)?.body).toEqual({
      task_id: 'offer720',
      recipe: { kind: 'clip', start: 122.5, end: 153.5, as: 'video' },
    });
  });

  it('shows the maximum length of a GIF before requesting it', async () => {
    const user = show();
    await open(user, 'Clip');
    await user.click(await screen.findByRole('radio', { name: 'GIF' }));
    expect(
      screen.getByText(/This clip is 0:30 long\. The GIF limit is 15 seconds\./),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Make this clip/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Shorten to 15 seconds' }));
    expect(make()).toHaveTextContent('0:15');
  });

  it('is offered only once the search for the duration has ended', async () => {
    const user = show({ duration: null }, '/', 'https://vimeo.com/1', true);
    const panel = await open(user, 'Clip');
    expect(await within(panel).findByText('Finding out how long this is...')).toBeVisible();
    expect(within(panel).queryByRole('textbox')).not.toBeInTheDocument();
  });

  it.each([
    ['its own length at the end of the item', { start: 100, end: 110 }, 20, ['0:10', '0:20']],
    ['the whole of a shorter item', { start: 100, end: 190 }, 20, ['0:00', '0:20']],
    ['the same times if the duration is unknown', { start: 30, end: 40 }, null, ['0:30', '0:40']],
  ])(
    'that ran past the end of the item leads to a suggestion, once: %s',
    async (_, times, seconds, suggested) => {
      leave({ clip: { url: 'https://vimeo.com/1', ...times, seconds } });
      // The section opens on its own and immediately loads its code.
      await act(async () => void (await Promise.resolve(show({ duration: null }))));
      const panel = await screen.findByRole('tabpanel', { name: 'Clip' });
      const edges = await within(panel).findAllByRole('textbox');
      expect(edges.map((edge) => (edge as HTMLInputElement).value)).toEqual(suggested);
      expect(leftClip(['https://vimeo.com/1'])).toBeNull();
    },
  );

  it.each([
    ['inside the item', '0:12-0:20 as webp', 60, ['0:12', '0:20'], 'WebP', null],
    ['that ends after it', '0:50-1:10 as audio', 60, ['0:50', '1:00'], 'Audio', /now ends at 1:00/],
    ['that starts after it', '1:10-1:20', 60, ['0:50', '1:00'], 'Video', /now starts at 0:50/],
    ['of unknown duration', '1:10-1:20', null, ['1:10', '1:20'], 'Video', null],
  ])('that was requested %s opens automatically', async (_, range, duration, edges, kind, news) => {
    api.on(CREATE, { status: 201, body: TASK });
    const user = userEvent.setup();
    const link = `https://vimeo.com/1#t=1m5s ${range}`;
    await act(async () => void (await Promise.resolve(show({ duration }, '/', link))));
    const panel = await screen.findByRole('tabpanel', { name: 'Clip' });
    const fields = await within(panel).findAllByRole('textbox');
    expect(fields.map((edge) => (edge as HTMLInputElement).value)).toEqual(edges);
    expect(within(panel).getByRole('radio', { name: kind })).toBeChecked();
    expect(within(panel).queryAllByText(/^This is (?:only )?1:00 long/)).toHaveLength(
      news === null ? 0 : 1,
    );
    if (news !== null) {
      expect(within(panel).getByText(news)).toBeVisible();
    }
    await user.click(make());
    await waitFor(() => expect(address().get('task_id')).toBe('wish'));
  });

  it('that was requested with the link is included when the result is shared', async () => {
    let path = '';
    const Box = (props: { readonly path: string }) => {
      path = props.path;
      return null;
    };
    const card = (
      <ResultCard
        info={ITEM}
        link="https://vimeo.com/1 0:12-0:41 as gif"
        isNew={false}
        asksSizes={false}
        onClear={() => undefined}
        share={() => Promise.resolve(Box)}
      />
    );
    await act(async () => void (await Promise.resolve(renderAt('/', card, SITE))));
    fireEvent.click(screen.getByText('Share'));
    await waitFor(() => expect(path).not.toBe(''));
    expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
      ...{ title: 'A clip', source_url: 'https://vimeo.com/1', thumbnail_url: ITEM.thumbnail_url },
      recipe: '{"kind":"clip","start":12,"end":41,"as":"gif"}',
    });
  });

  it('uses the audio format for an audio clip', async () => {
    api.on(CREATE, { status: 201, body: { ...TASK, filename: 'a.m4a' } });
    const user = show();
    await open(user, 'Clip');
    await user.click(await screen.findByRole('radio', { name: 'Audio' }));
    await user.click(make());
    await waitFor(() => expect(address().get('is_audio')).toBe('true'));
    expect(api.calls.at(-1)?.body).toMatchObject({ task_id: 'sound', recipe: { as: 'audio' } });
  });
});
