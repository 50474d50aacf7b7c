import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.js';
import { SiteHeader } from './site-header.js';

const menu = () => screen.getByRole('group');

describe('the menu of small screens', () => {
  const open = async () => {
    const user = userEvent.setup();
    renderAt(
      '/',
      <>
        <SiteHeader />
        <button>Behind it</button>
      </>,
    );
    expect(menu()).not.toHaveAttribute('open');
    await user.click(screen.getByText('Menu', { selector: 'summary' }));
    expect(menu()).toHaveAttribute('open');
    return user;
  };

  it('closes by Escape, with the focus on its button', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    expect(menu()).not.toHaveAttribute('open');
    expect(screen.getByText('Menu', { selector: 'summary' })).toHaveFocus();
  });

  it('closes by a press outside', async () => {
    const user = await open();
    await user.click(screen.getByRole('banner'));
    expect(menu()).not.toHaveAttribute('open');
  });

  it('closes when the focus leaves it', async () => {
    const user = await open();
    screen.getAllByRole('link', { name: 'Questions' }).at(-1)?.focus();
    expect(menu()).toHaveAttribute('open');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Behind it' })).toHaveFocus();
    expect(menu()).not.toHaveAttribute('open');
  });
});
