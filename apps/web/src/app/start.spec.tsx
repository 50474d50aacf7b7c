import { act, screen } from '@testing-library/react';
import { siteConfig } from '../testing/fixtures.js';
import { renderDocument } from './document.js';
import { render, renderShell } from './render.js';
import { start } from './start.js';

const input = {
  path: '/',
  search: '',
  site: siteConfig(),
  origin: 'https://dipper.example',
  lang: 'en',
};
const assets = { script: '/a.js', styles: [], preload: [], development: '' };

/** What the server has sent. */
async function serve(make: typeof render): Promise<void> {
  const page = await make(input);
  const sent = new DOMParser().parseFromString(
    renderDocument({ page, theme: 'auto', nonce: 'n', assets }),
    'text/html',
  );
  document.documentElement.lang = sent.documentElement.lang;
  document.body.innerHTML = sent.body.innerHTML;
}

const stuck = () => document.getElementById('stuck');

describe('start', () => {
  it('takes the server`s page over', async () => {
    await serve(render);
    await act(() => start());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(stuck()).not.toBeVisible();
  });

  it('fills the shell that a broken render left', async () => {
    await serve(renderShell);
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    await act(() => start());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
