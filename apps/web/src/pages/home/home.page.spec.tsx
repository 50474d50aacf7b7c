import { FakeApi, TASK_ID } from '@dipper/client/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { leave } from '../../entities/media/handover/handover.js';
import { rememberTypedLink } from '../../features/search/before-hydration/early-search.js';
import { format, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { PageLink } from '../../ui/links/site-link.js';
import { HomePage } from './home.page.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';

const field = () => screen.getByRole('textbox', { name: 'Link to a video, song or podcast' });
const button = () => screen.getByRole('button', { name: 'Download Now' });
const address = () => screen.getByTestId('address').textContent;

function WithLogo() {
  const navigate = useNavigate();
  return (
    <>
      <PageLink to="/" state={{ atTop: true }}>
        Logo
      </PageLink>
      <button onClick={() => navigate(-1)}>Back</button>
      <button onClick={() => navigate(1)}>Forward</button>
      <HomePage />
    </>
  );
}

describe('HomePage', () => {
  let api: FakeApi;

  beforeEach(() => {
    api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
    window.sessionStorage.clear();
    leave({ result: null, earlier: [] });
    document.title = '';
  });

  it('searches a link and shows the result', async () => {
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await user.type(field(), LINK);
    expect(button()).not.toHaveAttribute('aria-disabled');
    await user.click(button());
    const card = await screen.findByRole('region', { name: 'Formats' });
    expect(within(card).getByRole('heading', { name: 'A clip' })).toBeVisible();
    expect(within(card).getByText('12:34')).toBeVisible();
    expect(document.title).toBe('Dipper | Vimeo | A clip');
    // The main action is now to download what was found, until there is another link to search.
    expect(button()).toHaveClass('button-quiet');
    await user.type(field(), '2');
    expect(button()).toHaveClass('button-primary');
    expect(api.calls[0]?.body).toMatchObject({
      tweet_url: LINK,
      user_consent: false,
      browser_fingerprint: { canvas: 'placeholder', user_agent: expect.any(String) as string },
    });
    await user.click(within(card).getByRole('button', { name: 'Clear result' }));
    expect(screen.queryByRole('region', { name: 'Formats' })).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(document.title).toBe('Dipper title');
  });

  it('starts over when the logo is clicked beside a result, and offers that result', async () => {
    const user = userEvent.setup();
    renderAt('/', <WithLogo />);
    submitLink(LINK);
    await screen.findByRole('region', { name: 'Formats' });
    await waitFor(() => expect(address()).toContain('url='));
    await user.click(screen.getByRole('link', { name: 'Logo' }));
    expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
    expect(field()).toHaveValue('');
    expect(address()).toBe('/');
    await user.click(await screen.findByRole('button', { name: 'Show it again' }));
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(field()).toHaveValue(LINK);
    expect(api.count(SEARCH)).toBe(1);
  });

  it('shows each visit as it was on Back and Forward, without another search', async () => {
    const user = userEvent.setup();
    const OTHER = 'https://vimeo.com/2';
    api.on(SEARCH, { body: videoInfo({ title: 'First', webpage_url: LINK }) });
    renderAt('/', <WithLogo />);
    const press = async (name: string) => user.click(screen.getByRole('button', { name }));
    const title = (name: string) => screen.findByRole('heading', { name });
    const begin = async () => {
      await user.click(screen.getByRole('link', { name: 'Logo' }));
      expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
    };
    submitLink(LINK);
    await title('First');
    await waitFor(() => expect(address()).toContain('url='));
    await begin();
    await press('Back');
    expect(await title('First')).toBeVisible();
    await press('Forward');
    expect(screen.queryByRole('region', { name: 'Formats' })).toBeNull();
    expect(field()).toHaveValue('');
    expect(address()).toBe('/');

    api.on(SEARCH, { body: videoInfo({ title: 'Second', webpage_url: OTHER }) });
    submitLink(OTHER);
    await title('Second');
    await waitFor(() => expect(address()).toContain('2'));
    await press('Back');
    expect(await title('First')).toBeVisible();
    expect(field()).toHaveValue(LINK);
    await press('Forward');
    expect(await title('Second')).toBeVisible();
    expect(field()).toHaveValue(OTHER);
    expect(api.count(SEARCH)).toBe(2);
  });

  it('makes a single promise below the form, with the retention time', () => {
    renderAt('/', <HomePage />);
    expect(
      screen.getByText('We check every file that we prepare, and delete it after 1 hour.'),
    ).toBeVisible();
  });

  it('shows its progress immediately and sends one request', async () => {
    let answer: () => void = () => undefined;
    api.on(SEARCH, () => new Promise((resolve) => (answer = () => resolve({ body: videoInfo() }))));
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    submitLink(LINK);
    expect(await screen.findByText('Processing your request...')).toBeVisible();
    expect(screen.getByText('Reading Vimeo')).toBeVisible();
    await user.click(button());
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).toHaveFocus();
    await waitFor(() => expect(api.count(SEARCH)).toBe(1));
    act(() => answer());
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(api.count(SEARCH)).toBe(1);
  });

  it.each([
    ['{Enter}', 'Please enter a video URL'],
    ['vimeo{Enter}', 'Please enter a valid URL (must include http:// or https://)'],
  ])(
    'rejects %j without a request, and clears the error when the visitor types',
    async (keys, sentence) => {
      const user = userEvent.setup();
      renderAt('/', <HomePage />);
      await user.type(field(), keys);
      expect(screen.getByRole('alert')).toHaveTextContent(sentence);
      expect(field()).toBeInvalid();
      expect(field()).toHaveAccessibleDescription(expect.stringContaining(sentence) as string);
      await user.type(field(), 'x');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(api.calls).toEqual([]);
    },
  );

  it.each([
    [{ status: 422, body: { error: 'It is private.', code: 'MEDIA_PRIVATE' } }, 'It is private.'],
    [{ status: 500, body: 'a page of a proxy' }, 'Failed to process video'],
    [{ body: { ...videoInfo(), formats: [] } }, 'Could not retrieve video details.'],
    [{ body: undefined }, 'Could not retrieve video details.'],
  ])('shows the error for %j', async (reply, sentence) => {
    api.on(SEARCH, reply);
    renderAt('/', <HomePage />);
    submitLink(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('alert')).not.toHaveTextContent('connection');
    expect(button()).not.toHaveAttribute('aria-disabled');
  });

  it('reports a network failure', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('offline'));
    renderAt('/', <HomePage />);
    submitLink(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred while processing the video. Check your connection and try again.',
    );
  });

  it.each([
    [`look ${LINK}, nice`, LINK, 1],
    ['https://a.example/1 https://b.example/2', 'https://a.example/1 https://b.example/2', 0],
    ['no link', 'no link', 0],
  ])('handles a pasted %j', async (pasted, shown, asked) => {
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    await user.click(field());
    await user.paste(pasted);
    expect(field()).toHaveValue(shown);
    await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    await waitFor(() => expect(api.count(SEARCH)).toBe(asked));
  });

  it('pastes with its button, or explains the shortcut if pasting is blocked', async () => {
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    await navigator.clipboard.writeText('plain text');
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await waitFor(() => expect(field()).toHaveValue('plain text'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    jest.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('no'));
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    expect(await screen.findByText('Press Ctrl+V to paste.')).toBeVisible();
    expect(field()).toHaveFocus();
  });

  it.each([
    [`/?url=${encodeURIComponent(LINK)}`, '/'],
    [`/?url=${encodeURIComponent(LINK)}&lang=en`, '/?lang=en'],
  ])('fills in the link from %s, which it then removes from the address', async (from, to) => {
    renderAt(from, <HomePage />);
    expect(field()).toHaveValue(LINK);
    await waitFor(() => expect(address()).toBe(to));
    expect(field()).toHaveValue(LINK);
    expect(api.count(SEARCH)).toBe(0);
  });

  it("searches a share target's link immediately, and gets the address of its result", async () => {
    renderAt(`/?title=T&text=${encodeURIComponent(`See ${LINK}`)}&lang=en`, <HomePage />);
    expect(field()).toHaveValue(LINK);
    const to = `/?lang=en&url=${encodeURIComponent(LINK)}&go=1`;
    await waitFor(() => expect(address()).toBe(to));
    expect(field()).toHaveValue(LINK);
    expect(api.count(SEARCH)).toBe(1);
  });

  it('fills in the link from the preview page once', async () => {
    leave({ refresh: LINK });
    const { unmount } = renderAt('/', <HomePage />);
    await waitFor(() => expect(field()).toHaveValue(LINK));
    unmount();
    renderAt('/', <HomePage />);
    expect(field()).toHaveValue('');
  });

  it('keeps what the visitor typed before hydration', async () => {
    const early = document.createElement('input');
    early.name = 'url';
    early.value = LINK;
    document.body.append(early);
    rememberTypedLink(document);
    early.remove();
    renderAt('/', <HomePage />);
    await waitFor(() => expect(field()).toHaveValue(LINK));
    expect(button()).not.toHaveAttribute('aria-disabled');
  });

  it('focuses the field on / and clears it on Escape', async () => {
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    await user.keyboard('/');
    expect(field()).toHaveFocus();
    await user.keyboard('a/b');
    expect(field()).toHaveValue('a/b');
    await user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
  });

  it('accepts a link dropped anywhere', async () => {
    renderAt('/', <HomePage />);
    const dataTransfer = { types: ['text/uri-list'], getData: () => LINK };
    fireEvent.dragOver(document.body, { dataTransfer });
    expect(screen.getByText('Drop the link to download')).toBeVisible();
    fireEvent.drop(document.body, { dataTransfer });
    expect(screen.queryByText('Drop the link to download')).not.toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  });

  it('shows every format with its facts and recommends one', async () => {
    api.on(SEARCH, {
      body: videoInfo({
        is_podcast: true,
        series: 'Rivers',
        season_number: 2,
        episode_number: 7,
        formats: [
          format({
            quality: '1080p',
            kind: 'merge',
            task_id: TASK_ID,
            audio_format_id: 'a',
            reason: 'plays_everywhere',
          }),
          format({
            format_id: 'h',
            quality: '480p',
            ext: 'hls',
            kind: 'hls',
            recommended: false,
            filesize_approx: true,
          }),
          format({
            format_id: 's',
            quality: '360p',
            recommended: false,
            has_audio: false,
            filesize: null,
          }),
          format({ format_id: 'a', ext: 'm4a', recommended: false, is_audio_only: true }),
        ],
      }),
    });
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    submitLink(LINK);
    const marked = await screen.findByRole('link', {
      name: /^Download 1080p MP4 Recommended · Plays everywhere/,
    });
    expect(marked).toHaveAttribute('href', expect.stringContaining(`task_id=${TASK_ID}`) as string);
    const row = (name: RegExp) => within(screen.getByRole('link', { name }));
    expect(marked).toHaveTextContent('50.0 MB');
    expect(row(/^1080p MP4/).getByText('Recommended')).toBeVisible();
    expect(screen.getAllByText('Recommended')).toHaveLength(1);
    expect(row(/^480p HLS/).getByText('~50.0 MB')).toBeVisible();
    expect(row(/^360p MP4/).getByText('No audio')).toBeVisible();
    expect(screen.getByText("If no size is shown, the site doesn't give one.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Play 480p HLS without downloading' })).toBeVisible();
    expect(screen.getByText('Series: Rivers · Season 2 · Episode 7')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Audio' }));
    expect(screen.getByRole('link', { name: /^Audio M4A/ })).toBeVisible();
  });

  it('loads the thumbnail through the relay, and removes it if it fails', async () => {
    const { container } = renderAt('/', <HomePage />);
    submitLink(LINK);
    await screen.findByRole('region', { name: 'Formats' });
    const picture = container.querySelector('img');
    expect(picture).toHaveAttribute(
      'src',
      '/api/image-proxy?url=https%3A%2F%2Fi.example%2F1.jpg&grant=granted',
    );
    fireEvent.error(picture as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
  });
});
