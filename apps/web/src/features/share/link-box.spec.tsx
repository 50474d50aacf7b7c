import { FakeApi } from '@dipper/client/testing';
import { SHARE_MESSAGES } from '@dipper/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { OverlayHost } from '../../ui/overlays/overlay-host.js';
import { LinkBox } from './link-box.js';

const CALL = 'POST /api/shorten-preview';
const LINK = 'https://dipper.example/p/Zb345678';

const show = (path: string) =>
  renderAt(
    '/',
    <OverlayHost>
      <LinkBox path={path} />
    </OverlayHost>,
  );

it('creates one link and shows it in a self-selecting field', async () => {
  const api = new FakeApi().on(CALL, { body: { short_url: LINK } }).install();
  show('/preview?task_id=t1&video_format_id=v&audio_format_id=a&title=A%20clip&is_audio=');
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  expect(field).toHaveValue(LINK);
  fireEvent.focus(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
  expect(api.calls.map(({ body }) => body)).toEqual([
    { params: { task_id: 't1', video_format_id: 'v', audio_format_id: 'a', title: 'A clip' } },
  ]);
  // Without access to the clipboard, the link is selected, so that the visitor can copy it by hand.
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(SHARE_MESSAGES.copyFailed)).toBeVisible();
  expect(field).toHaveFocus();
  expect(screen.getByText(/^The link is selected/)).toBeVisible();
  expect(api.count(CALL)).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'More ways to share' }));
  await screen.findByRole('menu');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['X (Twitter)', 'Facebook', 'WhatsApp', 'Email', 'QR code'],
  ]);
});

it('reports a failure and retries', async () => {
  const api = new FakeApi()
    .on(CALL, { status: 429, body: { error: 'Slow down.', code: 'RATE' } })
    .install();
  show('/preview?task_id=t2&video_format_id=v&audio_format_id=a');
  expect(screen.getByText('Creating...', { selector: 'p' })).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to create short URL: Slow down.',
  );
  api.on(CALL, { body: { short_url: LINK } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox')).toHaveValue(LINK);
  // The clicked button is gone.
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
});
