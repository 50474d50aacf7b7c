import { FakeApi, FakeStream } from '@dipper/client/testing';
import { screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { TextFile } from './text-file.js';

const SRC = '/api/download/file/x';
const show = () => renderAt('/preview', <TextFile src={SRC} title="A talk" />);

/** A complete file in chunks of 5,000 bytes, which split multi-byte characters. */
function sent(text: string): FakeStream {
  const stream = new FakeStream();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 5000) {
    stream.pushBytes(bytes.slice(at, at + 5000));
  }
  stream.end();
  return stream;
}

it('shows a short file completely and as plain text', async () => {
  new FakeApi().on(`GET ${SRC}`, () => ({ stream: sent('1\n<b>Søren</b>\n') })).install();
  show();
  const text = await screen.findByRole('region', { name: 'Start of A talk' });
  expect(text).toHaveTextContent(/^1 <b>Søren<\/b>$/);
});

it('shows the first lines of a long file and says that it continues', async () => {
  const line = 'ы'.repeat(50);
  new FakeApi().on(`GET ${SRC}`, () => ({ stream: sent(`${line}\n`.repeat(1000)) })).install();
  show();
  const text = await screen.findByRole('region');
  expect(text).toHaveTextContent(/Download the file to read the rest\.$/);
  const lines = text.querySelector('pre')?.textContent.split('\n') ?? [];
  expect(lines.length).toBeGreaterThan(100);
  expect(new Set(lines)).toEqual(new Set([line]));
});

it('reports a file that cannot be read', async () => {
  new FakeApi().install();
  show();
  expect(await screen.findByText(/couldn't be shown here/)).toBeVisible();
});
