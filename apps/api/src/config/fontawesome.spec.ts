import { fontAwesomeDrawing } from './fontawesome.js';

it.each([
  'fas fa-download',
  'fa-solid fa-download',
  ' fa-download  fa-solid ',
  'fa-download',
  'fa fa-download',
])('resolves %j to the solid download icon', (classes) => {
  const drawing = fontAwesomeDrawing(classes);
  expect(drawing?.viewBox).toBe('0 0 448 512');
  expect(drawing?.path).toMatch(/^M256 32c/);
});

it('distinguishes styles and accepts digits in names', () => {
  const regular = fontAwesomeDrawing('far fa-circle-play');
  expect(regular?.path).toMatch(/^M/);
  expect(regular).not.toEqual(fontAwesomeDrawing('fas fa-circle-play'));
  expect(fontAwesomeDrawing('fab fa-500px')?.path).toMatch(/^M/);
  expect(fontAwesomeDrawing('fa-brands fa-square-youtube')?.path).toMatch(/^M/);
});

it.each([
  '',
  'download',
  'fas',
  'fas fa-no-such-icon',
  'far fa-download',
  'fas far fa-circle-play',
  'fas fa-download fa-film',
  'fas fa-../../../package',
  'fa-solid fa-__proto__',
  'constructor fa-film',
  'fas fa-download"><script>',
])('does not resolve %j', (classes) => {
  expect(fontAwesomeDrawing(classes)).toBeNull();
});
