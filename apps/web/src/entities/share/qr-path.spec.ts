import { qrPath } from './qr-path.js';

it('draws three finder patterns with a margin of four modules', () => {
  const { size, path } = qrPath('https://dipper.example/p/Ab34567890');
  const dark = new Set(path.match(/M\d+ \d+/g));
  const corners = [4, size - 5].flatMap((y) => [4, size - 5].map((x) => dark.has(`M${x} ${y}`)));
  // The fourth corner holds data.
  expect(corners.slice(0, 3)).toEqual([true, true, true]);
  const at = [...dark].flatMap((module) => module.slice(1).split(' ').map(Number));
  expect([Math.min(...at), Math.max(...at)]).toEqual([4, size - 5]);
  expect(path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
});
