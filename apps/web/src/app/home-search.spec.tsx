import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { I18nProvider } from '../i18n/use-translation.js';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { ROUTER_FUTURE } from '../lib/react/router-future.js';
import { CurrentPageProvider } from '../site/current-page.js';
import { leave } from '../entities/media/handover/handover.js';
import { searchLink } from '../entities/media/handover/search-link.js';
import { SiteProvider } from '../site/site.js';
import { format, siteConfig, videoInfo } from '../testing/fixtures.js';
import { english } from '../testing/english.js';
import { renderAt } from '../testing/render-at.js';
import { submitLink } from '../testing/submit-link.js';
import { HomePage } from '../pages/home/home.page.js';
import { NotFoundPage } from '../pages/not-found/not-found.page.js';
import { resolvePath } from './resolve-path.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';
const OTHER = { tweet_url: 'https://vimeo.com/2' };

const field = () => screen.getByRole('textbox', { name: 'Link to a video, song or podcast' });
const button = () => screen.getByRole('button', { name: 'Download Now' });
const formats = () => screen.findByRole('region', { name: 'Formats' });
const noFormats = () =>
  expect(screen.queryByRole('region', { name: 'Formats' })).not.toBeInTheDocument();

/** Stands in for the preview page and its two links back. */
function Elsewhere({ to, state }: { readonly to: string; readonly state: unknown }) {
  const navigate = useNavigate();
  return (
    <>
      <Link to={to} state={state}>
        On
      </Link>
      <button onClick={() => navigate(-1)}>Back</button>
    </>
  );
}

/** The home page and another page that links back to it. */
function renderSite(to = '/', state: unknown = null, at = '/') {
  return render(
    <StrictMode>
      <MemoryRouter future={ROUTER_FUTURE} initialEntries={[at]}>
        <I18nProvider value={english}>
          <SiteProvider
            value={{
              config: siteConfig(),
              origin: 'https://dipper.example',
              prefix: '',
              retentionSeconds: 3600,
            }}
          >
            <CurrentPageProvider value={resolvePath(at, siteConfig())}>
              <Routes>
                <Route path="/" element={<HomePage />} />
                <Route path="/preview" element={<Elsewhere to={to} state={state} />} />
                <Route path="*" element={<NotFoundPage />} />
              </Routes>
            </CurrentPageProvider>
          </SiteProvider>
        </I18nProvider>
      </MemoryRouter>
    </StrictMode>,
  );
}

const ADDRESS = `/?url=${encodeURIComponent(LINK)}&go=1`;

describe('a search on the home page', () => {
  let api: FakeApi;
  const scrollIntoView = jest.fn();

  beforeEach(() => {
    api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
    window.sessionStorage.clear();
    leave({ result: null, earlier: [] });
    scrollIntoView.mockReset();
    Element.prototype.scrollIntoView = scrollIntoView;
  });
  afterEach(() => jest.useRealTimers());

  const searchAndLeave = async () => {
    const user = userEvent.setup();
    submitLink(LINK);
    await formats();
    await user.click(screen.getByRole('link', { name: /^Download 720p MP4/ }));
    noFormats();
    return user;
  };

  it('can be repeated once the server is no longer busy', async () => {
    const busy = { error: 'Too many people.', code: 'BUSY' };
    api.on(SEARCH, { status: 503, body: busy, headers: { 'retry-after': '1' } });
    renderSite();
    const user = userEvent.setup();
    submitLink(LINK);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many people.');
    let answer: () => void = () => undefined;
    api.on(SEARCH, () => new Promise((resolve) => (answer = () => resolve({ body: videoInfo() }))));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(api.count(SEARCH)).toBe(2));
    // The pressed button is gone, so this one has the focus until there is a result.
    expect(button()).toHaveFocus();
    act(() => answer());
    expect(await formats()).toBeVisible();
  });

  describe('after the preview page', () => {
    it.each([
      ['Back', 'button', '/', null],
      ['On', 'link', `/?url=${encodeURIComponent(LINK)}`, searchLink(LINK).state],
    ] as const)(
      'shows the formats again without a request: %s, %s, %s',
      async (name, role, to, state) => {
        renderSite(to, state);
        const user = await searchAndLeave();
        await user.click(screen.getByRole(role, { name }));
        expect(await formats()).toBeVisible();
        expect(field()).toHaveValue(LINK);
        // An unwanted search would have been sent before this one.
        submitLink('https://vimeo.com/2');
        await waitFor(() => expect(api.calls.at(-1)?.body).toMatchObject(OTHER));
        expect(api.count(SEARCH)).toBe(2);
      },
    );

    it('shows an empty form after a click on a link to the home page, and offers the last result', async () => {
      renderSite();
      const user = await searchAndLeave();
      await user.click(screen.getByRole('link', { name: 'On' }));
      const again = await screen.findByRole('button', { name: 'Show it again' });
      expect(screen.getByText('A clip')).toBeVisible();
      expect(field()).toHaveValue('');
      noFormats();
      await user.click(again);
      expect(await formats()).toBeVisible();
      expect(screen.getByRole('heading', { name: 'A clip' })).toHaveFocus();
      expect(field()).toHaveValue(LINK);
      expect(screen.queryByRole('button', { name: 'Show it again' })).toBeNull();
      expect(api.count(SEARCH)).toBe(1);
    });

    it('does not scroll when the visitor goes back', async () => {
      renderSite();
      await searchAndLeave();
      scrollIntoView.mockReset();
      jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
      fireEvent.click(screen.getByRole('button', { name: 'Back' }));
      expect(await formats()).toBeVisible();
      act(() => jest.advanceTimersByTime(5000));
      expect(scrollIntoView).not.toHaveBeenCalled();
    });

    it('searches another link at once when a navigation requests it', async () => {
      renderSite('/?url=https%3A%2F%2Fvimeo.com%2F2', searchLink(LINK).state);
      const user = await searchAndLeave();
      await user.click(screen.getByRole('link', { name: 'On' }));
      expect(field()).toHaveValue('https://vimeo.com/2');
      await waitFor(() => expect(api.count(SEARCH)).toBe(2));
      expect(api.calls[1]?.body).toMatchObject(OTHER);
      expect(await formats()).toBeVisible();
    });

    it('only fills in the form for a plain ?url=', async () => {
      renderSite(`/?url=${encodeURIComponent(LINK)}`);
      const user = await searchAndLeave();
      await user.click(screen.getByRole('link', { name: 'On' }));
      expect(field()).toHaveValue(LINK);
      noFormats();
      expect(api.count(SEARCH)).toBe(1);
    });

    it('does not offer formats that the preview page found to be gone', async () => {
      renderSite();
      const user = await searchAndLeave();
      leave({ refresh: LINK });
      await user.click(screen.getByRole('link', { name: 'On' }));
      await waitFor(() => expect(field()).toHaveValue(LINK));
      noFormats();
    });

    it('shows nothing after the visitor has cleared the result', async () => {
      const { unmount } = renderSite();
      const user = userEvent.setup();
      submitLink(LINK);
      await formats();
      await user.click(screen.getByRole('button', { name: 'Clear result' }));
      unmount();
      renderSite();
      noFormats();
      expect(field()).toHaveValue('');
    });
  });

  describe('that was submitted before hydration', () => {
    it('runs once and stays in the address', async () => {
      renderAt(ADDRESS, <HomePage />);
      expect(await formats()).toBeVisible();
      expect(api.count(SEARCH)).toBe(1);
      await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(ADDRESS));
      expect(field()).toHaveValue(LINK);
    });

    it('is removed from the address if it fails', async () => {
      api.on(SEARCH, { status: 422, body: { error: 'No.', code: 'UNSUPPORTED_SITE' } });
      renderAt(ADDRESS, <HomePage />);
      expect(await screen.findByRole('alert')).toBeVisible();
      await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/));
      expect(field()).toHaveValue(LINK);
    });
  });

  describe('that is running', () => {
    const start = async () => {
      api.on(SEARCH, () => new Promise(() => undefined));
      const user = userEvent.setup();
      renderAt('/', <HomePage />);
      fireEvent.change(field(), { target: { value: LINK } });
      await user.click(button());
      await screen.findByText('Processing your request...');
      return user;
    };
    const stopped = () =>
      expect(screen.queryByText('Processing your request...')).not.toBeInTheDocument();

    it('keeps the focus on its button', async () => {
      await start();
      expect(button()).toHaveFocus();
    });

    it('can be cancelled, and the link corrected', async () => {
      const user = await start();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      stopped();
      expect(field()).toHaveValue(LINK);
      expect(field()).toHaveFocus();
    });

    it('stops when the visitor clears the text with its button', async () => {
      const user = await start();
      await user.click(screen.getByRole('button', { name: 'Clear' }));
      stopped();
      expect(field()).toHaveValue('');
    });

    it('stops when the visitor clears the text with Escape', async () => {
      const user = await start();
      await user.type(field(), '{Escape}');
      stopped();
      expect(field()).toHaveValue('');
    });
  });

  describe('moves the focus', () => {
    const heading = () => screen.findByRole('heading', { name: 'A clip' });

    it('to the heading of the result, and the next Tab moves it to the main action', async () => {
      const user = userEvent.setup();
      renderAt('/', <HomePage />);
      await user.type(field(), `${LINK}{Enter}`);
      const title = await heading();
      // It gets the focus in an effect after it has appeared.
      await waitFor(() => expect(title).toHaveFocus());
      await user.tab();
      expect(screen.getByRole('link', { name: /^Download 720p/ })).toHaveFocus();
    });

    it('through the result in visual order: the corner, the main action, the sections', async () => {
      const user = userEvent.setup();
      renderAt('/', <HomePage />);
      submitLink(LINK);
      await waitFor(async () => expect(await heading()).toHaveFocus());
      await user.tab({ shift: true });
      expect(screen.getByRole('button', { name: 'Clear result' })).toHaveFocus();
      await user.tab();
      expect(screen.getByRole('link', { name: /^Download 720p/ })).toHaveFocus();
      await user.tab();
      expect(screen.getByRole('region', { name: 'Formats' })).toContainElement(
        document.activeElement as HTMLElement,
      );
    });

    it('away from the field on touch screens, whose keyboard covers the page', async () => {
      api.on(SEARCH, () => new Promise(() => undefined));
      jest
        .spyOn(window, 'matchMedia')
        .mockImplementation(
          (media) => ({ media, matches: media === '(pointer: coarse)' }) as MediaQueryList,
        );
      const user = userEvent.setup();
      renderAt('/', <HomePage />);
      await user.type(field(), 'no link{Enter}');
      expect(field()).toHaveFocus();
      await user.clear(field());
      await user.type(field(), `${LINK}{Enter}`);
      expect(button()).toHaveFocus();
    });

    it.each([
      ['types another link', 'https://vimeo.com/2'],
      ['clears the field', ''],
    ])('nowhere while the visitor %s', async (_case, text) => {
      renderAt('/', <HomePage />);
      submitLink(LINK);
      field().focus();
      fireEvent.change(field(), { target: { value: text } });
      expect(await heading()).toBeVisible();
      expect(field()).toHaveFocus();
      expect(field()).toHaveValue(text);
    });
  });

  it('prompts for a link when the button is clicked without one', async () => {
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    await user.click(button());
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a video URL');
    expect(field()).toHaveFocus();
  });

  it('folds a long list on phones and moves the focus to the first unfolded row', async () => {
    const many = Array.from({ length: 13 }, (_, at) =>
      format({ format_id: `f${at}`, quality: `Row ${at + 1}`, recommended: at === 0 }),
    );
    api.on(SEARCH, { body: videoInfo({ formats: many }) });
    const user = userEvent.setup();
    renderAt('/', <HomePage />);
    submitLink(LINK);
    await formats();
    await user.click(screen.getByRole('button', { name: 'Show 8 more' }));
    expect(screen.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Row 6/ })).toHaveFocus();
  });

  it('shows a format only once if it is the only one', async () => {
    renderAt('/', <HomePage />);
    submitLink(LINK);
    await formats();
    expect(screen.getAllByRole('link', { name: /720p MP4/ })).toHaveLength(1);
    expect(screen.getByRole('link', { name: /720p MP4/ })).toHaveTextContent('H.264 · AAC');
  });

  it('keeps the space of a picture that fails to load', async () => {
    const { container } = renderAt('/', <HomePage />);
    submitLink(LINK);
    await formats();
    const title = screen.getByRole('heading', { name: 'A clip' }).parentElement;
    expect(title).not.toHaveClass('max-sm:me-11');
    const place = container.querySelector('img')?.parentElement?.parentElement;
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
    expect(place).toBeInTheDocument();
    expect(title).not.toHaveClass('max-sm:me-11');
  });

  it('works on the 404 page', async () => {
    renderSite('/', null, '/nowhere');
    const user = userEvent.setup();
    await user.click(button());
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a video URL');
    submitLink(LINK);
    expect(await formats()).toBeVisible();
    expect(api.count(SEARCH)).toBe(1);
  });
});
