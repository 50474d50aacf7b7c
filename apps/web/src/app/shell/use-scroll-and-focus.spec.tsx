import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { ROUTER_FUTURE } from '../../lib/react/router-future.js';
import { useScrollAndFocus } from './use-scroll-and-focus.js';

function Site() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useScrollAndFocus(pathname === '/preview' ? 'preview' : 'home');
  return (
    <main>
      <button onClick={() => navigate(-1)}>Back</button>
      <Routes>
        <Route
          path="/"
          element={
            <>
              <h1 tabIndex={-1}>First</h1>
              <Link to="/" state={{ atTop: true }}>
                Logo
              </Link>
              <Link to="/second">On</Link>
              <Link to="/second#gr%C3%B6%C3%9Fe">To the section</Link>
            </>
          }
        />
        <Route
          path="/preview"
          element={
            <>
              <h1 tabIndex={-1}>A file</h1>
              <Link to="/preview?title=MP3">Its audio</Link>
            </>
          }
        />
        <Route
          path="/second"
          element={
            <section>
              <h1 tabIndex={-1}>Second</h1>
              <h2 id="größe" tabIndex={-1}>
                A section
              </h2>
            </section>
          }
        />
      </Routes>
    </main>
  );
}

/** jsdom has no layout, so every scroll position can be reached. */
function scrollTo({ top }: ScrollToOptions): void {
  Object.assign(window, { scrollY: top });
  fireEvent.scroll(window);
}

describe('useScrollAndFocus', () => {
  beforeEach(() => {
    Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
    Object.assign(window, { scrollTo });
  });

  it('starts a new page at its top and heading, and restores the scroll position on Back', async () => {
    const { unmount } = render(
      <BrowserRouter future={ROUTER_FUTURE}>
        <Site />
      </BrowserRouter>,
    );
    expect(window.history.scrollRestoration).toBe('manual');
    scrollTo({ top: 700 });
    fireEvent.click(screen.getByRole('link', { name: 'On' }));
    expect(await screen.findByRole('heading', { name: 'Second' })).toHaveFocus();
    expect(window.scrollY).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'First' })).not.toHaveFocus();
    expect(window.scrollY).toBe(700);
    unmount();
    expect(window.history.scrollRestoration).toBe('auto');
  });

  it('scrolls to the top and focuses the heading when only the query changes, because it names another file', () => {
    window.history.replaceState(null, '', '/preview?title=MP4');
    render(
      <BrowserRouter future={ROUTER_FUTURE}>
        <Site />
      </BrowserRouter>,
    );
    scrollTo({ top: 900 });
    fireEvent.click(screen.getByRole('link', { name: 'Its audio' }));
    expect(screen.getByRole('heading', { name: 'A file' })).toHaveFocus();
    expect(window.scrollY).toBe(0);
    window.history.replaceState(null, '', '/');
  });

  it('goes to the top and the heading of the same page for the logo', () => {
    window.history.replaceState(null, '', '/');
    render(
      <BrowserRouter future={ROUTER_FUTURE}>
        <Site />
      </BrowserRouter>,
    );
    scrollTo({ top: 700 });
    fireEvent.click(screen.getByRole('link', { name: 'Logo' }));
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus();
  });

  it('keeps the scroll position when a plain link leads to a fragment of the page', async () => {
    render(
      <BrowserRouter future={ROUTER_FUTURE}>
        <Site />
      </BrowserRouter>,
    );
    scrollTo({ top: 700 });
    fireEvent.click(screen.getByRole('link', { name: 'On' }));
    await screen.findByRole('heading', { name: 'Second' });
    scrollTo({ top: 300 });
    const second = window.history.state as unknown;
    // A plain link to `#main` creates an entry without state.
    window.history.pushState(null, '', '#main');
    fireEvent.popState(window);
    expect(window.scrollY).toBe(300);
    scrollTo({ top: 900 });
    window.history.replaceState(second, '', '/second');
    fireEvent.popState(window);
    expect(window.scrollY).toBe(300);
  });

  it('starts at the requested section, even when its id is not ASCII', async () => {
    window.history.replaceState(null, '', '/');
    render(
      <BrowserRouter future={ROUTER_FUTURE}>
        <Site />
      </BrowserRouter>,
    );
    fireEvent.click(screen.getByRole('link', { name: 'To the section' }));
    expect(await screen.findByRole('heading', { name: 'A section' })).toHaveFocus();
  });
});
