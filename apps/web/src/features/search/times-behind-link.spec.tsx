import { DEFAULT_PREFERENCES } from '@dipper/contract';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishPreferences } from '../../entities/session/preferences.js';
import { FakeApi } from '../../testing/fake-api.js';
import { siteConfig, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { keepResult } from './kept/last-result.js';
import { SearchPanel } from './search-panel.js';
import { useSearch } from './use-search.js';
// Preload the lazy modules, because loading them takes seconds on a busy machine.
import './form/clip-chip.js';
import './result/sections/clip-section.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';

const field = () => screen.getByRole('textbox', { name: /Link to/ });
const sent = (api: FakeApi) =>
  api.calls.map(({ body }) => (body as { tweet_url: string }).tweet_url);

function Panel() {
  return <SearchPanel search={useSearch()} />;
}
const show = (path: string) => renderAt(path, <Panel />, siteConfig());

/**
 * Pastes text outside of any field.
 * @returns whether the page handled it
 */
function paste(text: string): boolean {
  const event = createEvent.paste(document.body, { clipboardData: { getData: () => text } });
  fireEvent(document.body, event);
  return event.defaultPrevented;
}

/** Returns the clip maker once it is open. It is a fold, because it is the only section. */
async function openedMaker(): Promise<HTMLElement> {
  const fold = (await screen.findByText('Clip', { selector: 'summary' })).closest('details');
  await waitFor(() => expect(fold).toHaveAttribute('open'));
  return fold as HTMLElement;
}

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
  window.sessionStorage.clear();
  window.localStorage.clear();
  keepResult(null, '');
});

describe('times after a link', () => {
  const CLIP = `${LINK} 0:12-0:41 as gif`;
  const chip = () => screen.queryByRole('group', { name: 'Clip' });

  it.each([
    [`${LINK}  0:12–0:41 as gif`, `${LINK} 0:12–0:41 as gif`],
    ['vimeo.com/1 from 0:12 to 0:41 as a GIF', `${LINK} from 0:12 to 0:41 as a GIF`],
    [`Look: ${CLIP}`, CLIP],
  ])(
    'are understood in %j, wherever it is pasted, and open the clip maker',
    async (text, shown) => {
      show('/');
      expect(paste(text)).toBe(true);
      expect(field()).toHaveValue(shown);
      await waitFor(() => expect(chip()).toHaveTextContent('GIF \u20660:12 – 0:41\u2069'));
      const panel = await openedMaker();
      const edges = await within(panel).findAllByRole('textbox');
      expect(edges.map((edge) => (edge as HTMLInputElement).value)).toEqual(['0:12', '0:41']);
      expect(within(panel).getByRole('radio', { name: 'GIF' })).toBeChecked();
      expect(sent(api)).toEqual([LINK]);
    },
  );

  it('are shown as a chip that can change or remove them', async () => {
    const user = userEvent.setup();
    show('/');
    expect(chip()).toBeNull();
    await user.type(field(), `${LINK} 0:12-0:41`);
    await user.click(await screen.findByRole('button', { name: /^Clip .* Change the times$/ }));
    expect(field()).toHaveFocus();
    await user.keyboard('1:00-1:30 as mp3');
    expect(field()).toHaveValue(`${LINK} 1:00-1:30 as mp3`);
    expect(chip()).toHaveTextContent('Audio clip \u20661:00 – 1:30\u2069');
    await user.click(screen.getByRole('button', { name: 'Remove the times' }));
    expect(field()).toHaveValue(LINK);
    expect(field()).toHaveFocus();
    expect(chip()).toBeNull();
  });

  it('still let the result take the focus and its link appear in the address bar', async () => {
    const user = userEvent.setup();
    show('/');
    await user.type(field(), `Look: ${CLIP}{Enter}`);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'A clip' })).toHaveFocus());
    const query = new URLSearchParams({ url: CLIP, go: '1' }).toString();
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(`/?${query}`));
  });

  it.each([
    `/?url=${encodeURIComponent(CLIP)}&go=1`,
    `/?url=${encodeURIComponent(LINK)}&t=0:12-0:41+as+gif&go=1`,
  ])('are read from the address %s', async (address) => {
    show(address);
    await openedMaker();
    expect(field()).toHaveValue(CLIP);
  });

  it('stay beside the result when the visitor returns to it', async () => {
    const { unmount } = show('/');
    submitLink(CLIP);
    await openedMaker();
    unmount();
    show('/');
    expect(field()).toHaveValue(CLIP);
    await openedMaker();
  });

  it('prevent an automatic download from starting', async () => {
    publishPreferences({ ...DEFAULT_PREFERENCES, auto_download: true });
    show('/');
    submitLink(CLIP);
    await openedMaker();
    expect(screen.queryByText(/^Starting /)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Start now' })).toBeNull();
    act(() => publishPreferences(null));
  });
});
