import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ROUTER_FUTURE } from '../../lib/react/router-future.js';
import { Badge } from '../badge.js';
import { Button, buttonClass, ButtonLink } from './button.js';
import { TextLink } from '../links/text-link.js';

const show = (element: ReactElement) =>
  render(<MemoryRouter future={ROUTER_FUTURE}>{element}</MemoryRouter>);

describe('the class names', () => {
  it.each([
    [{ variant: 'primary' }, 'button button-primary'],
    [{ variant: 'quiet', className: 'ms-auto' }, 'button button-quiet ms-auto'],
    [{ variant: 'plain' }, 'button px-3 hover:bg-sunk text-muted hover:text-text'],
    [
      { variant: 'plain', size: 'icon' },
      'button hover:bg-sunk text-muted hover:text-text min-w-11 px-2',
    ],
    [{ variant: 'plain', tone: 'link' }, 'button px-3 hover:bg-sunk text-link'],
    [{ variant: 'plain', tone: 'text' }, 'button px-3 hover:bg-sunk'],
    [{ variant: 'primary', size: 'large' }, 'button button-primary min-h-12 px-6 max-sm:px-4'],
  ] as const)('are correct for a button with %j', (look, classes) => {
    expect(buttonClass(look)).toBe(classes);
  });

  it.each([
    [undefined, 'inline-flex min-h-11 items-center font-medium underline underline-offset-4'],
    ['address', 'inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4'],
    ['back', 'inline-flex min-h-11 items-center gap-2 font-medium'],
    ['inline', 'wrap-anywhere underline'],
  ] as const)('are correct for a text link of the kind %s', (kind, classes) => {
    show(<TextLink to="/" kind={kind} />);
    expect(screen.getByRole('link')).toHaveAttribute('class', `${classes} text-link`);
  });

  it('are correct for a badge, which can be any element', () => {
    show(
      <Badge as="time" role="timer" className="shrink-0">
        soon
      </Badge>,
    );
    expect(screen.getByRole('timer')).toHaveAttribute('class', 'badge shrink-0');
  });
});

describe('a button', () => {
  it('does not submit a form by default', () => {
    show(<Button variant="quiet" />);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });

  it('ignores clicks while busy, keeps the focus, and submits no form', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    const onSubmit = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button variant="primary" type="submit" busy={busy} onClick={onClick} />
      </form>
    );
    const { rerender } = render(form(false));
    await user.click(screen.getByRole('button'));
    rerender(form(true));
    expect(screen.getByRole('button')).toHaveFocus();
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button'));
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    rerender(form(false));
    expect(screen.getByRole('button')).not.toHaveAttribute('aria-disabled');
  });
});

describe('a link that looks like a button', () => {
  it('links to an internal page or to any address', () => {
    show(
      <>
        <ButtonLink variant="primary" to={{ pathname: '/', hash: '#faq' }}>
          Here
        </ButtonLink>
        <ButtonLink variant="quiet" href="mailto:a@dipper.example" rel="noreferrer">
          Mail
        </ButtonLink>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Here' })).toHaveAttribute('href', '/#faq');
    const mail = screen.getByRole('link', { name: 'Mail' });
    expect(mail).toHaveAttribute('href', 'mailto:a@dipper.example');
    expect(mail).toHaveAttribute('rel', 'noreferrer');
  });

  it('does nothing while busy', () => {
    const onClick = jest.fn();
    show(<ButtonLink variant="primary" to="/away" busy onClick={onClick} />);
    const clicked = new MouseEvent('click', { bubbles: true, cancelable: true });
    screen.getByRole('link').dispatchEvent(clicked);
    expect(clicked.defaultPrevented).toBe(true);
    expect(onClick).not.toHaveBeenCalled();
  });
});
