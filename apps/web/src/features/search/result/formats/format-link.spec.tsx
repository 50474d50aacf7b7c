import { act, fireEvent, screen } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { renderAt } from '../../../../testing/render-at.js';
import { FormatLink } from './format-link.js';

const address = () => screen.getByTestId('address').textContent;

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => navigate(-1)}>Back</button>;
}

describe('FormatLink', () => {
  let link: HTMLElement;

  beforeEach(() => {
    renderAt(
      '/',
      <>
        <FormatLink to="/preview?url=a">720p</FormatLink>
        <Back />
      </>,
    );
    link = screen.getByRole('link');
  });
  const click = (detail = 1) => fireEvent.click(link, { detail });

  it('adds one history entry on a double click', () => {
    // The second click arrives before the first one has been rendered, for example while the page's
    // code loads.
    act(() => {
      click();
      click(2);
    });
    expect(address()).toBe('/preview?url=a');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(address()).toBe('/');
  });

  it('follows the second click of a double click that began elsewhere', () => {
    click(2);
    expect(address()).toBe('/preview?url=a');
  });

  it('is not draggable', () => {
    expect(link).toHaveAttribute('draggable', 'false');
  });
});
