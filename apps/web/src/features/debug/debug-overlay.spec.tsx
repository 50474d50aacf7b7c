import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import common from '../../i18n/en/common.json';
import { I18nProvider } from '../../i18n/use-translation.js';
import { noteEvent } from '../../site/noted-events.js';
import { SiteProvider } from '../../site/site.js';
import { siteConfig } from '../../testing/fixtures.js';
import { DebugOverlay } from './debug-overlay.js';
import { lineOfEntry } from './watch-page.js';

const entry = (entryType: string, more: object) =>
  ({ entryType, duration: 12.4, ...more }) as PerformanceEntry;

it.each([
  [
    entry('resource', { name: 'https://a.example/api/image-proxy?url=https://secret.example' }),
    { what: 'api', detail: '/api/image-proxy 12 ms' },
  ],
  [entry('resource', { name: 'https://a.example/assets/entry.js' }), null],
  [entry('longtask', { duration: 51 }), { what: 'busy', detail: '51 ms' }],
  [entry('longtask', { duration: 50 }), null],
  [
    entry('layout-shift', { value: 0.02, hadRecentInput: false }),
    { what: 'shift', detail: '0.0200' },
  ],
  [entry('layout-shift', { value: 0.5, hadRecentInput: true }), null],
  [entry('paint', { name: 'first-paint' }), null],
])('describes %j as %j', (given, line) => {
  expect(lineOfEntry(given)).toEqual(line);
});

describe('the debug overlay', () => {
  beforeEach(() => {
    jest.spyOn(console, 'debug').mockImplementation(() => undefined);
    const site = { config: siteConfig(), origin: '', prefix: '', retentionSeconds: 3600 };
    noteEvent({ name: 'page_view', page: 'home', path: '/early' });
    render(
      <I18nProvider value={createI18n('en', { common })}>
        <SiteProvider value={site}>
          <DebugOverlay />
        </SiteProvider>
      </I18nProvider>,
    );
  });

  it('shows the domain and all events, including earlier ones', () => {
    act(() => noteEvent({ name: 'video_search', platform: 'vimeo' }));
    const overlay = screen.getByRole('complementary', { name: 'features.debugMode' });
    expect(overlay).toHaveTextContent('domain dipper.example');
    expect(overlay).toHaveTextContent('page_view home /early');
    expect(overlay).toHaveTextContent('video_search vimeo');
  });

  it('shows errors and logs them until it is closed', async () => {
    act(() => {
      window.dispatchEvent(new ErrorEvent('error', { message: 'It broke' }));
    });
    expect(screen.getByRole('complementary')).toHaveTextContent('error It broke');
    expect(console.debug).toHaveBeenCalledWith('[Dipper] error', 'It broke');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
