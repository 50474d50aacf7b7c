import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { laterComponent } from './later-component.js';

const HTML = '<main><!--$--><a id="foot" href="/help">Help</a><!--/$--></main>';
const pressed = jest.fn();

afterEach(() => document.body.replaceChildren());

function Foot() {
  return (
    <a
      id="foot"
      href="/help"
      onClick={(event) => {
        event.preventDefault();
        pressed();
      }}
    >
      Help
    </a>
  );
}

it("keeps the server's HTML until the visitor becomes active, and then hydrates it", async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = HTML;
  const link = screen.getByRole('link');
  const load = jest.fn(() => Promise.resolve(Foot));
  const foot = laterComponent('foot', load);
  await foot.preload();
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(
      root,
      <main>
        <Suspense>
          <foot.Component />
        </Suspense>
      </main>,
      { onRecoverableError },
    );
    await Promise.resolve();
  });
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByRole('link')).toBe(link);
  await act(async () => {
    window.dispatchEvent(new Event('pointermove'));
    await Promise.resolve();
  });
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => {
    await Promise.resolve();
  });
  link.click();
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link')).toBe(link);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('loads with the page if the server sent no HTML for it', async () => {
  const load = jest.fn(() => Promise.resolve(Foot));
  await laterComponent('elsewhere', load).preload();
  expect(load).toHaveBeenCalledTimes(1);
});

it("keeps the server's HTML while the code fails to load, and tries again", async () => {
  jest.useFakeTimers();
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = HTML;
  const link = screen.getByRole('link');
  const load = jest
    .fn<Promise<typeof Foot>, []>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(Foot);
  const foot = laterComponent('foot', load);
  const onRecoverableError = jest.fn();
  const page = (
    <main>
      <Suspense>
        <foot.Component />
      </Suspense>
    </main>
  );
  await act(async () => {
    hydrateRoot(root, page, { onRecoverableError });
    window.dispatchEvent(new Event('pointermove'));
    await jest.advanceTimersByTimeAsync(1000);
  });
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link')).toBe(link);
  await act(() => jest.advanceTimersByTimeAsync(2000));
  expect(load).toHaveBeenCalledTimes(2);
  pressed.mockClear();
  link.click();
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(onRecoverableError).not.toHaveBeenCalled();
  jest.useRealTimers();
});
