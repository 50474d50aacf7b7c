import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ERRORS } from '@dipper/contract';
import { loadContent } from '../../content/load-content.js';
import common from '../../i18n/en/common.json';
import extras from '../../i18n/en/extras.json';
import help from '../../i18n/en/help.json';
import preview from '../../i18n/en/preview.js';
import reading from '../../i18n/en/reading.json';
import search from '../../i18n/en/search.js';
import share from '../../i18n/en/share.js';
import { labelsIn } from '../../i18n/labels.js';
import { createI18n } from '../../i18n/create-i18n.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { HelpPage } from './help.page.js';

const labels = labelsIn({ common, extras, preview, search, share });
const texts = createI18n('en', { common, reading, help, labels });

beforeAll(() => loadContent('en', ['help']));

const at = (address: string) => renderAt(address, <HelpPage />, siteConfig(), texts);
const titles = () => [...document.querySelectorAll('h3')].map((title) => title.textContent);
const field = () => screen.getByRole('textbox', { name: 'Search the articles' });
const count = () => screen.getByRole('search').querySelector('p[aria-hidden]');
const heard = () => within(screen.getByRole('search')).getByRole('status');
const opened = () =>
  [...document.querySelectorAll('details[open] h3')].map((title) => title.textContent);

it('finds the article of an error message and shows the number of results', async () => {
  const user = userEvent.setup();
  at('/help-center');
  const all = titles().length;
  await user.click(field());
  await user.paste(ERRORS.MEDIA_PRIVATE.message);
  expect(titles()[0]).toBe('Private items, and items that need a sign-in');
  expect(titles().length).toBeLessThan(all);
  const found = titles().length === 1 ? '1 article found' : `${titles().length} articles found`;
  expect(count()).toHaveTextContent(found);
  // Announced once typing has paused.
  expect(heard()).toBeEmptyDOMElement();
  await waitFor(() => expect(heard()).toHaveTextContent(found));
  await user.keyboard('{Escape}');
  expect(titles()).toHaveLength(all);
  expect(count()).toBeEmptyDOMElement();
});

it('shows the search field above the table of contents', () => {
  at('/help-center');
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' });
  const order = field().compareDocumentPosition(contents as HTMLElement);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it.each([
  ['pattern characters', '.*[+)(^$'],
  ['words in a right-to-left script', 'لا يوجد'],
  ['a very long word', 'q'.repeat(5000)],
])('offers all articles again after a search for %s, which finds nothing', async (_, query) => {
  const user = userEvent.setup();
  at('/help-center');
  const all = titles().length;
  await user.click(field());
  await user.paste(query);
  expect(titles()).toEqual([]);
  expect(count()).toHaveTextContent('0 articles found');
  await user.click(screen.getByRole('button', { name: 'Show all articles' }));
  expect(titles()).toHaveLength(all);
  expect(field()).toHaveFocus();
});

it.each(['#private-or-sign-in', '#LOGIN_REQUIRED'])('unfolds the article of %s', (hash) => {
  at(`/help-center${hash}`);
  expect(opened()).toEqual(['Private items, and items that need a sign-in']);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
});

it.each(['#', '#nothing-like-it', '#%E0%A4%A', '#results', '#links'])(
  'unfolds nothing for %s',
  (hash) => {
    at(`/help-center${hash}`);
    expect(opened()).toEqual([]);
  },
);

it('follows a link from an article in the results to another article', async () => {
  const user = userEvent.setup();
  at('/help-center#which-links-work');
  await user.click(field());
  await user.paste('share message clipboard');
  const article = screen.getByText('Which links work').closest('details') as HTMLElement;
  await user.click(within(article).getByRole('link', { name: /Nothing was found/ }));
  expect(field()).toHaveValue('');
  expect(opened()).toContain('Nothing was found at the link');
});
