import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.js';
import { LanguageMenu } from '../shell/language-menu.js';
import { LanguageBar } from './language-bar.js';
import { LanguageOffer } from './language-offer.js';

let mockLanguages = ['en', 'de', 'ar'];
jest.mock('../../i18n/languages.js', () => ({
  get LANGUAGES() {
    return mockLanguages;
  },
}));
jest.mock('../../testing/files-by-language.js', () => {
  const offer = (words: object) => () =>
    Promise.resolve({ TEXTS: { './language-offer.json': () => Promise.resolve(words) } });
  const text = 'Diese Seite gibt es auch auf Deutsch.';
  return {
    FILES: {
      './files/de.ts': offer({ text, open: 'Auf Deutsch lesen', dismiss: 'Ausblenden' }),
      './files/ar.ts': offer({ text: 'هذه الصفحة متاحة بالعربية.' }),
    },
  };
});

const browser = (languages: string, agent = 'A browser') => {
  const list = languages.split(' ');
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(list);
  jest.spyOn(navigator, 'language', 'get').mockReturnValue(list[0] ?? '');
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
};

beforeEach(() => {
  localStorage.clear();
  mockLanguages = ['en', 'de', 'ar'];
});
afterEach(() => jest.restoreAllMocks());

/** Renders the bar and waits long enough for its texts to load. */
async function show(address = '/', part = <LanguageBar />) {
  const rendered = renderAt(
    address,
    <>
      <main id="main" tabIndex={-1} />
      {part}
    </>,
  );
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve));
  });
  return rendered;
}
const bar = () => screen.queryByRole('region');

it('offers the page in the language of the browser, with a text in that language', async () => {
  browser('de-AT en');
  await show('/preview?url=https%3A%2F%2Fa.example&utm_source=x');
  const region = screen.getByRole('region', { name: 'Diese Seite gibt es auch auf Deutsch.' });
  expect(region).toHaveAttribute('lang', 'de');
  expect(region).toHaveAttribute('dir', 'ltr');
  const link = within(region).getByRole('link', { name: 'Auf Deutsch lesen' });
  expect(link).toHaveAttribute('href', '/de/preview?url=https%3A%2F%2Fa.example');
  expect(link).toHaveAttribute('hreflang', 'de');
});

it('the bar has the direction of the offered language', async () => {
  browser('ar-EG');
  await show();
  expect(bar()).toHaveAttribute('dir', 'rtl');
});

it.each([
  ['the browser prefers the language of the page', 'en-GB de', '/'],
  ['the page has no text in the language', 'de', '/privacy-policy'],
  ['the visitor is offline', 'de', '/offline'],
])('offers nothing if %s', async (_, languages, address) => {
  browser(languages);
  await show(address);
  expect(bar()).toBeNull();
});

it('offers nothing to robots', async () => {
  browser('de', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  await show();
  expect(bar()).toBeNull();
});

it('the bar is dismissed by keyboard and stays away', async () => {
  browser('de');
  const { unmount } = await show();
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Auf Deutsch lesen' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Ausblenden' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bar()).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
  unmount();
  await show();
  expect(bar()).toBeNull();
});

it.each([
  ['en', 'de', 'english', false],
  ['de', 'en', 'Deutsch', true],
])(
  'remembers that %s was chosen, whatever the browser prefers',
  async (_, languages, name, shown) => {
    browser(languages);
    const { unmount } = await show('/', <LanguageMenu languages={['en', 'de']} />);
    const link = screen.getByRole('link', { name: new RegExp(`^${name}$`, 'i'), hidden: true });
    // jsdom cannot navigate, so the click must not follow the link.
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
    unmount();
    await show('/', <LanguageOffer />);
    expect(bar() !== null).toBe(shown);
  },
);

describe('the code of the bar', () => {
  it.each([
    ['is loaded if the browser prefers another language', 'de', ['en', 'de'], true],
    ['is not loaded if it prefers that of the page', 'en-US de', ['en', 'de'], false],
    ['is not loaded if there is no other language', 'de', ['en'], false],
  ])('%s', async (_, languages, shipped, isLoaded) => {
    browser(languages);
    mockLanguages = shipped;
    await show('/', <LanguageOffer />);
    expect(bar() !== null).toBe(isLoaded);
  });
});
