import { FakeApi } from '@dipper/client/testing';
import { leave } from '../../entities/media/handover/handover.js';
import { API, DEFAULT_PREFERENCES } from '@dipper/contract';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepSavesAtOnce } from '../../entities/task/at-once/save-at-once.js';
import { publishPreferences } from '../../entities/session/preferences.js';
import { siteConfig, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { SearchPanel } from './search-panel.js';
import { useSearch } from './use-search.js';
// Preload the lazy modules, because loading them takes seconds on a busy machine.
import './form/text-notes.js';
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
 * Pastes text outside any field.
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
  leave({ result: null, earlier: [] });
});

describe('a sentence with several links', () => {
  const PROSE = 'I like https://vimeo.com/1 more than https://vimeo.com/2.';

  it('says that only the first one is used, and offers all of them as a list', async () => {
    const user = userEvent.setup();
    show('/');
    await user.type(field(), PROSE);
    expect(
      await screen.findByText('Only the first of these 2 links is used.', { exact: false }),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use all 2' }));
    expect(field()).toHaveValue('https://vimeo.com/1 https://vimeo.com/2');
    expect(field()).toHaveFocus();
    expect(screen.queryByText(/^Only the first/)).toBeNull();
    expect(screen.getByText('2 links.')).toBeVisible();
  });

  it('says so in the result as well, even after a reload, and searches all links from there', async () => {
    const user = userEvent.setup();
    show(`/?${new URLSearchParams({ url: PROSE, go: '1' }).toString()}`);
    const card = await screen.findByRole('region', { name: 'Formats' });
    expect(sent(api)).toEqual([PROSE]);
    expect(field()).toHaveValue(PROSE);
    expect(card).toHaveTextContent('Only the first of these 2 links is used.');
    await user.click(within(card).getByRole('button', { name: 'Use all 2' }));
    expect(field()).toHaveValue('https://vimeo.com/1 https://vimeo.com/2');
    expect(screen.queryByText(/^Only the first/)).toBeNull();
  });

  it.each([LINK, `Look at this: ${LINK}`, `${LINK} https://vimeo.com/2`])(
    'is not recognized in %j',
    async (text) => {
      show('/');
      await userEvent.setup().type(field(), text);
      expect(field()).toHaveValue(text);
      expect(screen.queryByText(/^Only the first/)).toBeNull();
    },
  );
});

describe('times after a link', () => {
  const CLIP = `${LINK} 0:12-0:41 as gif`;
  const chip = () => screen.queryByRole('group', { name: 'Clip' });

  it.each([
    [`${LINK}  0:12–0:41 as gif`, `${LINK} 0:12–0:41 as gif`],
    ['vimeo.com/1 from 0:12 to 0:41 as a GIF', `${LINK} from 0:12 to 0:41 as a GIF`],
    [`Look: ${CLIP}`, CLIP],
  ])(
    'are recognized in %j, wherever it is pasted, and open the clip maker',
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

  it('have short labels on the chip, and stay exact in the field', async () => {
    show('/');
    submitLink(`${LINK} 0:06.014-0:09.96`);
    await waitFor(() => expect(chip()).toHaveTextContent('Clip \u20660:06 – 0:10\u2069'));
    expect(field()).toHaveValue(`${LINK} 0:06.014-0:09.96`);
  });

  it.each(['typed', 'pasted'])('that run backwards are explained when they are %s', async (way) => {
    show('/');
    const text = `${LINK} 0:41-0:12`;
    if (way === 'typed') {
      await userEvent.setup().type(field(), text);
    } else {
      // Not handled as a link, so the browser pastes the whole text.
      expect(paste(text)).toBe(false);
      fireEvent.change(field(), { target: { value: text } });
    }
    const note = await screen.findByText(/^The end must come after the start\./);
    expect(note).toHaveAttribute('role', 'status');
    expect(field()).toHaveAccessibleDescription(/The end must come after the start/);
    expect(chip()).toBeNull();
    expect(api.calls).toEqual([]);
    fireEvent.submit(field());
    const card = await screen.findByRole('region', { name: 'Formats' });
    expect(card).toHaveTextContent('The end must come after the start.');
  });

  it.each([
    ['0:12-9:00', ['0:12', '0:20'], 'This is 0:20 long, so the clip now ends at 0:20.'],
    [
      '5:00-9:00',
      ['0:00', '0:20'],
      /^This is only 0:20 long. The times you entered are past its end/,
    ],
  ])('that go beyond the item are explained beside the fields: %s', async (times, shown, words) => {
    api.on(SEARCH, { body: videoInfo({ duration: 20 }) });
    show('/');
    submitLink(`${LINK} ${times}`);
    const panel = await openedMaker();
    const edges = await within(panel).findAllByRole('textbox');
    expect(edges.map((edge) => (edge as HTMLInputElement).value)).toEqual(shown);
    expect(within(panel).getByText(words)).toBeVisible();
    expect(chip()).toHaveTextContent(`Clip \u2066${shown.join(' – ')}\u2069`);
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
    const query = new URLSearchParams({ url: CLIP, go: '1' }).toString();
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(`/?${query}`));
    unmount();
    show(`/?${query}`);
    expect(field()).toHaveValue(CLIP);
    await openedMaker();
  });

  const CREATE = `POST ${API.tasks}`;
  const TASK = { task_id: 'made', status: 'prepared', filename: 'A clip.gif' };
  const address = () => screen.getByTestId('address').textContent;

  it('make the clip the main action, and the whole item the alternative', async () => {
    api.on(CREATE, { status: 201, body: TASK });
    show('/');
    submitLink(`${LINK} 0:02-0:10 as gif`);
    const main = await screen.findByRole('button', { name: /^Make this clip/ });
    expect(main).toHaveAccessibleName('Make this clip (0:08) GIF \u20660:02 – 0:10\u2069');
    expect(main).toHaveClass('button-primary');
    const whole = screen.getByRole('link', { name: /^Download .*Full length/ });
    expect(whole).not.toHaveClass('button-primary');
    expect(main.compareDocumentPosition(whole)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.setup().click(main);
    await waitFor(() => expect(address()).toMatch(/^\/preview\?task_id=made/));
    expect(api.calls.at(-1)?.body).toMatchObject({
      recipe: { kind: 'clip', start: 2, end: 10, as: 'gif' },
    });
  });

  it.each([
    ['is made', '0:02-0:10', true],
    ['is not made if it has to be moved', '0:40-0:50', false],
    ['is not made if it has to be shortened', '0:00-0:30 as gif', false],
  ])('start the clip on a device that prepares files at once: it %s', async (_, times, starts) => {
    api.on(SEARCH, { body: videoInfo({ duration: 35 }) }).on(CREATE, { status: 201, body: TASK });
    keepSavesAtOnce(true);
    show('/');
    act(() => void paste(`${LINK} ${times}`));
    if (starts) {
      await waitFor(() => expect(address()).toMatch(/^\/preview\?task_id=made/));
    } else {
      await screen.findByRole('button', { name: /^(?:Make this clip|Shorten)/ });
      expect(sent(api)).toEqual([LINK]);
    }
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
