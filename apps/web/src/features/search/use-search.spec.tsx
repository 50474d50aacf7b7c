import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { prefetchSearch } from './find-formats.js';
import { SearchPanel } from './search-panel.js';
import { useSearch } from './use-search.js';

const SEARCH = 'POST /api/download-video';

function Panel() {
  return <SearchPanel search={useSearch()} />;
}

describe('the display font', () => {
  let idle: (() => void)[];
  /** Lets the browser be idle until the code of a search has loaded. */
  const rest = () =>
    act(async () => {
      idle.splice(0).forEach((run) => run());
      await prefetchSearch();
      await new Promise((resolve) => setTimeout(resolve));
    });
  const isUsed = () => 'font' in document.documentElement.dataset;

  beforeEach(() => {
    idle = [];
    Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run) });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    delete document.documentElement.dataset['font'];
  });

  it('is used once the browser is idle', async () => {
    renderAt('/', <Panel />);
    expect(isUsed()).toBe(false);
    await rest();
    await waitFor(() => expect(isUsed()).toBe(true));
  });

  it('does not compete with a running search', async () => {
    let answer: (reply: FakeReply) => void = () => undefined;
    const reply = new Promise<FakeReply>((resolve) => (answer = resolve));
    const api = new FakeApi().on(SEARCH, () => reply).install();
    renderAt('/', <Panel />);
    submitLink('https://vimeo.com/1');
    await waitFor(() => expect(api.count(SEARCH)).toBe(1));
    await rest();
    expect(isUsed()).toBe(false);
    answer({ body: videoInfo() });
    await screen.findByRole('region', { name: 'Formats' });
    await rest();
    await waitFor(() => expect(isUsed()).toBe(true));
  });
});
