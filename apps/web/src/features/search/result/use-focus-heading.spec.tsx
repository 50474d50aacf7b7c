import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useFocusHeading } from './use-focus-heading.js';

const LINK = 'https://vimeo.com/1';

function Card({ link }: { readonly link: string | null }) {
  const card = useRef<HTMLElement>(null);
  useFocusHeading(card, link);
  return (
    <section ref={card}>
      <h2 tabIndex={-1}>A clip</h2>
    </section>
  );
}

/** Renders a result while an element of the page has the focus. @returns the result's heading */
function showWhile(focused: string, link: string | null = LINK): HTMLElement {
  const page = (card: boolean) => (
    <>
      <h1 tabIndex={-1}>The page</h1>
      <form role="search">
        <input aria-label="Link" defaultValue={LINK} />
      </form>
      <input aria-label="Another field" defaultValue={LINK} />
      {card && <Card link={link} />}
    </>
  );
  const { rerender } = render(page(false));
  if (focused !== '') {
    screen
      .getByText((_, it) => (it?.ariaLabel ?? it?.textContent) === focused, {
        selector: 'h1, input',
      })
      .focus();
  }
  rerender(page(true));
  return screen.getByRole('heading', { level: 2 });
}

it.each([
  ['nothing has it', ''],
  ['the form still contains its link', 'Link'],
  // "Other Formats" leads to this case: the heading is then above the visible part.
  ["the page's heading has it since the visitor arrived", 'The page'],
])('a new result takes the focus if %s', (_, focused) => {
  expect(showWhile(focused)).toHaveFocus();
});

it('a new result leaves the focus where the visitor is busy', () => {
  expect(showWhile('Another field')).not.toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Another field' })).toHaveFocus();
});

it('a result to which the visitor returned does not take the focus', () => {
  expect(showWhile('', null)).not.toHaveFocus();
});
