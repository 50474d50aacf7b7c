import { FakeApi } from '@dipper/client/testing';
import type { IllustrationName } from '@dipper/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ROUTER_FUTURE } from '../../lib/react/router-future.js';
import { I18nProvider } from '../../i18n/use-translation.js';
import { english } from '../../testing/english.js';
import { SiteProvider } from '../../site/site.js';
import { serviceStatus, siteConfig } from '../../testing/fixtures.js';
import { loadIllustrations } from '../../theme/illustrations/illustrations.js';
import { nextSteps } from './find-formats.js';
import { SearchError } from './search-error.js';
import type { NextStep } from './search-failure.js';
import type { Failed, SearchState } from './search.reducer.js';

const submit = jest.fn();

const failed = (step: NextStep): Failed => ({
  link: 'https://a.test',
  text: 'see https://a.test',
  step,
});

function show(state: SearchState, illustration: IllustrationName = 'dipper') {
  const base = siteConfig();
  const config = { ...base, branding: { ...base.branding, illustration } };
  render(
    <MemoryRouter future={ROUTER_FUTURE}>
      <I18nProvider value={english}>
        <SiteProvider value={{ config, origin: '', prefix: '', retentionSeconds: 3600 }}>
          <SearchError state={state} onAgain={submit} />
        </SiteProvider>
      </I18nProvider>
    </MemoryRouter>,
  );
}

describe('SearchError', () => {
  beforeAll(() => nextSteps.preload());
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    submit.mockReset();
  });

  it('counts down to a retry of the same search', () => {
    show({
      phase: 'error',
      error: 'We are busy.',
      failed: failed({ againInSeconds: 2 }),
    });
    const button = screen.getByRole('button', { name: 'Try again in 2 s' });
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(1000));
    expect(button).toHaveTextContent('Try again in 1 s');
    fireEvent.click(button);
    expect(submit).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(5000));
    expect(button).toHaveTextContent(/^Try again$/);
    fireEvent.click(button);
    expect(submit.mock.calls).toEqual([['see https://a.test']]);
    // Only the message is announced, and only once.
    expect(screen.getByRole('alert')).toHaveTextContent(/^We are busy\.$/);
  });

  it('counts correctly after delayed timers, as in a background tab', () => {
    show({ phase: 'error', error: 'We are busy.', failed: failed({ againInSeconds: 30 }) });
    const late = performance.now() + 20_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(late + 1000);
    act(() => jest.advanceTimersByTime(1000));
    clock.mockRestore();
    expect(screen.getByRole('button')).toHaveTextContent('Try again in 9 s');
  });

  it('offers no retry if the link is the problem', () => {
    show({ phase: 'error', error: 'It is private.', failed: failed({ opens: true }) });
    expect(screen.getByRole('alert')).toHaveTextContent(/^It is private\.$/);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    const link = screen.getByRole('link', { name: 'Open the original page' });
    expect(link).toHaveAttribute('href', 'https://a.test');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('shows a plate after a failed search, if the brand has plates', async () => {
    await loadIllustrations({ illustration: 'dipper' });
    await loadIllustrations({ illustration: 'clipfox' });
    const gone = failed({ code: 'NO_MEDIA' });
    const state = { phase: 'error', error: 'Not here.', failed: gone } as const;
    show(state);
    const plate = {
      name: 'A dipper searching underwater, with only its tail and feet above the surface',
    };
    expect(screen.getByRole('img', plate)).toBeVisible();
    cleanup();
    show(state, 'clipfox');
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('links to the help article about an error', () => {
    show({ phase: 'error', error: 'Not here.', failed: failed({ code: 'ADDRESS_NOT_ALLOWED' }) });
    const link = screen.getByRole('link', { name: 'What this means' });
    expect(link).toHaveAttribute('href', '/help-center#ADDRESS_NOT_ALLOWED');
  });

  it('gives advice for a generic error', () => {
    const step = { advises: true, againInSeconds: 0 } as const;
    show({ phase: 'error', error: 'Failed to process video', failed: failed(step) });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Failed to process video.*private browser window/,
    );
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it.each<[string, SearchState]>([
    ['a text without a link', { phase: 'error', error: 'Not a link.' }],
    ['a page without media', { phase: 'error', error: 'Nothing here.', failed: failed({}) }],
  ])('shows a neutral card instead of an alarming one if nothing was found: %s', (_, state) => {
    show(state);
    const card = screen.getByRole('alert').closest('.card');
    expect(card).toBeVisible();
    const looks = [card, ...(card?.querySelectorAll('*') ?? [])].map((it) =>
      it?.getAttribute('class'),
    );
    expect(looks.join(' ')).not.toMatch(/danger|accent|red/);
  });

  it('searches again once the browser is online, and shows nothing that needs a connection', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show({ phase: 'error', error: 'No reply.', failed: failed({ againInSeconds: 0 }) });
    expect(screen.getByText(/^You're offline\. We'll search again/)).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(submit).not.toHaveBeenCalled();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(submit.mock.calls).toEqual([['see https://a.test']]);
    expect(screen.queryByText(/^You're offline/)).not.toBeInTheDocument();
    onLine.mockRestore();
  });

  it('offers nothing for an invalid link', () => {
    show({ phase: 'error', error: 'Please enter a video URL' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Please enter a video URL.*paste the whole message/,
    );
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  describe('for a platform that may be failing', () => {
    const youtube: Failed = {
      link: 'https://youtu.be/dQw4w9WgXcQ',
      text: 'https://youtu.be/dQw4w9WgXcQ',
      step: { code: 'SOURCE_BLOCKED' },
    };
    const since = /^YouTube has been failing since .*\d{2}:10/;

    it('says how long it has been failing, and links to the status page', async () => {
      new FakeApi().install().on('GET /api/status', { body: serviceStatus() });
      show({ phase: 'error', error: 'Blocked.', failed: youtube });
      const link = screen.getByRole('link', { name: 'Which sites work now' });
      expect(link).toHaveAttribute('href', '/status');
      jest.useRealTimers();
      expect(await screen.findByText(since)).toBeVisible();
    });

    it('only links to the status page if it works for others or its status is unknown', async () => {
      const platforms = serviceStatus().platforms.filter(({ id }) => id !== 'youtube');
      jest.useRealTimers();
      for (const reply of [{ body: serviceStatus({ platforms }) }, { status: 503 }]) {
        const api = new FakeApi().install().on('GET /api/status', reply);
        show({ phase: 'error', error: 'Blocked.', failed: youtube });
        await waitFor(() => expect(api.calls).toHaveLength(1));
        await act(async () => Promise.resolve());
        expect(screen.getByRole('link', { name: 'Which sites work now' })).toBeVisible();
        expect(screen.queryByText(since)).toBeNull();
        cleanup();
      }
    });

    it("does not ask for the status after an error that is not the platform's", () => {
      const api = new FakeApi().install();
      show({
        phase: 'error',
        error: 'Private.',
        failed: { ...youtube, step: { code: 'MEDIA_PRIVATE' } },
      });
      expect(screen.queryByRole('link', { name: 'Which sites work now' })).toBeNull();
      expect(api.calls).toEqual([]);
    });
  });
});
