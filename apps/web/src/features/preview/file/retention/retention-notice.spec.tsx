import { render, screen } from '@testing-library/react';
import { I18nProvider } from '../../../../i18n/use-translation.js';
import { MemoryRouter } from 'react-router-dom';
import { ROUTER_FUTURE } from '../../../../lib/react/router-future.js';
import { english } from '../../../../testing/english.js';
import { RetentionNotice } from './retention-notice.js';

const at = (secondsLeft: number | null) => (
  <MemoryRouter future={ROUTER_FUTURE}>
    <I18nProvider value={english}>
      <RetentionNotice secondsLeft={secondsLeft} heals />
    </I18nProvider>
  </MemoryRouter>
);
const told = () => screen.getByRole('status').textContent;

describe('RetentionNotice', () => {
  it('shows no time until it is known', () => {
    render(at(null));
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
    expect(told()).toBe('');
  });

  it('announces the actual time left, and only at 15, 5 and 1 minutes', () => {
    const { rerender } = render(at(1000));
    const heard = [1000, 893, 880, 301, 250, 120, 24, 23].map((secondsLeft) => {
      rerender(at(secondsLeft));
      return told();
    });
    expect(heard).toEqual([
      '',
      '14m left to download this file.',
      '14m left to download this file.',
      '14m left to download this file.',
      '4m left to download this file.',
      '4m left to download this file.',
      '24s left to download this file.',
      '24s left to download this file.',
    ]);
    expect(screen.getByRole('timer')).toHaveTextContent('23s left');
  });
});
