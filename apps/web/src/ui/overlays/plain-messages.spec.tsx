import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.js';
import { OverlayHost } from './overlay-host.js';
import { useToast } from './use-toast.js';

jest.mock('./toast-list.js', () => {
  throw new Error('offline');
});

function Page() {
  const toast = useToast();
  return <button onClick={() => toast({ kind: 'status', text: 'Copied' })}>Copy</button>;
}

it('shows messages even if the code of the toasts fails to load', async () => {
  const user = userEvent.setup();
  renderAt(
    '/',
    <OverlayHost>
      <Page />
    </OverlayHost>,
  );
  await user.click(screen.getByText('Copy'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Copied');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
