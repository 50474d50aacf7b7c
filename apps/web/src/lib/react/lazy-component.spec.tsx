import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { optionalComponent } from './lazy-component.js';

async function show(load: Parameters<typeof optionalComponent>[0]): Promise<jest.SpyInstance> {
  const errors = jest.spyOn(console, 'error').mockReturnValue();
  const { Component } = optionalComponent(load);
  const page = (
    <Suspense fallback="loading">
      the page <Component />
    </Suspense>
  );
  await act(() => {
    render(page);
    return Promise.resolve();
  });
  return errors;
}

afterEach(() => jest.restoreAllMocks());

it('shows an optional part once its code has loaded', async () => {
  await show(() => Promise.resolve(() => <p>the part</p>));
  expect(screen.getByText('the part')).toBeVisible();
});

it('shows the page without an optional part whose code cannot be loaded, and reports no error', async () => {
  const errors = await show(() => Promise.reject(new TypeError('gone')));
  expect(document.body).toHaveTextContent(/^the page$/);
  expect(errors).not.toHaveBeenCalled();
});
