import { act, fireEvent, screen, within } from '@testing-library/react';

/**
 * Fills in and submits the search form in one step, because typing would render the page for every
 * letter.
 */
export function submitLink(link: string): void {
  const form = screen.getByRole('search');
  const field = within(form).getByRole('textbox');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: link } });
  fireEvent.submit(form);
}
