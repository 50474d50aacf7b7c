import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { siteConfig } from '../testing/fixtures.js';
import { english } from '../testing/render-at.js';
import { App } from './app.js';

function mockBroken(): never {
  throw new Error('a mistake in this page');
}
jest.mock('./page-components.js', () => ({
  pageOf: (kind: string) => ({
    page: { Component: kind === 'home' ? mockBroken : () => <p>Another page</p> },
  }),
}));

function Leave() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('/preview')}>Leave</button>;
}

describe('App', () => {
  it('leaves a page that broke behind when the visitor goes on', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    render(
      <MemoryRouter>
        <App
          i18n={english}
          site={{ config: siteConfig(), origin: 'https://dipper.example', prefix: '' }}
        />
        <Leave />
      </MemoryRouter>,
    );
    expect(screen.getByRole('heading', { name: 'This page broke' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Another page')).toBeVisible();
  });
});
