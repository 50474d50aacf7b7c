import { act, render, screen } from '@testing-library/react';
import { tolerateTranslation } from './tolerate-translation.js';

const own = {
  insertBefore: Object.getOwnPropertyDescriptor(Node.prototype, 'insertBefore'),
  removeChild: Object.getOwnPropertyDescriptor(Node.prototype, 'removeChild'),
};

beforeEach(() => tolerateTranslation(document));
afterEach(() => {
  Object.defineProperties(Node.prototype, own as PropertyDescriptorMap);
});

/** The two ways in which translators replace a text. */
const WAYS: Readonly<Record<string, (text: Text, font: HTMLElement) => void>> = {
  'in one step': (text, font) => text.replaceWith(font),
  'by inserting before it and removing it later': (text, font) => {
    text.before(font);
    text.remove();
  },
};

/** Replaces texts as a translator does, without going through the page's patched prototypes. */
async function translate(element: HTMLElement, put: (text: Text, font: HTMLElement) => void) {
  const texts = [...element.childNodes].filter((node) => node instanceof Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `de:${text.data}`;
    put(text, font);
  }
  // Mutation observers run after the script.
  await act(() => Promise.resolve());
}

/** Resembles a button whose icon comes and goes next to its texts. */
function Line({ busy, share }: { readonly busy: boolean; readonly share: number }) {
  return (
    <p data-testid="line">
      {busy && <b>busy</b>}
      {share} %{busy ? ' to go' : <i>done</i>}
    </p>
  );
}

describe.each(Object.entries(WAYS))('a page that a translator has changed %s', (_, put) => {
  it('can remove and add elements', async () => {
    const { rerender } = render(<Line busy share={3} />);
    const line = screen.getByTestId('line');
    await translate(line, put);
    expect(line).toHaveTextContent('busyde:3de: %de: to go');
    rerender(<Line busy={false} share={3} />);
    expect(line).toHaveTextContent('de:3de: %done');
    rerender(<Line busy share={3} />);
    expect(line).toHaveTextContent('busyde:3de: % to go');
  });

  it('shows texts that have changed, untranslated', async () => {
    const { rerender } = render(<Line busy share={3} />);
    const line = screen.getByTestId('line');
    for (const share of [4, 5]) {
      await translate(line, put);
      rerender(<Line busy share={share} />);
      await act(() => Promise.resolve());
      expect(line.textContent).toMatch(new RegExp(`^busy${share}`));
    }
  });

  it('can be removed completely', async () => {
    const { rerender, unmount } = render(<Line busy share={3} />);
    await translate(screen.getByTestId('line'), put);
    rerender(<span>another</span>);
    expect(screen.getByText('another')).toBeVisible();
    expect(unmount).not.toThrow();
  });
});

it('does not affect a child of a different parent', () => {
  const [one, two] = [document.createElement('p'), document.createElement('p')];
  one.append('a');
  expect(two.removeChild(one.firstChild as Node)).toBe(one.firstChild);
  expect(one).toHaveTextContent('a');
});
