import { displayFontOf } from './display-font.js';
import { requestFont } from './late-font.js';
import { showDisplayFont } from './show-display-font.js';

const font = 'young-serif';

/** Runs the inline script of a document whose end arrived at this time, in milliseconds. */
function endDocument(atMs: number): void {
  jest.spyOn(performance, 'now').mockReturnValue(atMs);
  const script = document.createElement('script');
  script.textContent = requestFont({ font });
  document.head.append(script);
  script.remove();
}

const requested = () => document.querySelector('link[rel=preload]')?.getAttribute('href');
const isUsed = () => 'font' in document.documentElement.dataset;

afterEach(() => {
  jest.restoreAllMocks();
  document.head.replaceChildren();
  delete document.documentElement.dataset['font'];
});

it('on a quick connection, the font is requested with the document', () => {
  endDocument(499);
  expect(requested()).toBe(displayFontOf({ font }).file);
  expect(isUsed()).toBe(true);
});

it('on a slow connection, the font waits until the page asks for it', () => {
  endDocument(500);
  expect([requested(), isUsed()]).toEqual([undefined, false]);
  showDisplayFont(document);
  expect(isUsed()).toBe(true);
});

it('system fonts need no script', () => {
  expect(requestFont({ font: 'system' })).toBe('');
});
