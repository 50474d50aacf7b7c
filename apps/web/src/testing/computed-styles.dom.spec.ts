/** jsdom computes only these styles here (scripts/testing/plain-styles.cjs). */
function stylesOf(html: string, selector: string): string[] {
  document.body.innerHTML = html;
  const element = document.querySelector(selector) ?? document.body;
  const { display, visibility, pointerEvents } = window.getComputedStyle(element);
  return [display, visibility, pointerEvents];
}

it.each([
  ['a paragraph', '<p>x</p>', 'p', ['block', 'visible', 'auto']],
  ['a closed dialog', '<dialog>x</dialog>', 'dialog', ['none', 'visible', 'auto']],
  ['a hidden element', '<div hidden>x</div>', 'div', ['none', 'visible', 'auto']],
  ['a script', '<script></script>', 'script', ['none', 'visible', 'auto']],
  ['a table cell', '<table><td>x</td></table>', 'td', ['table-cell', 'visible', 'auto']],
  [
    'an element in a hidden parent',
    '<p style="visibility: hidden; pointer-events: none"><b>x</b></p>',
    'b',
    ['', 'hidden', 'none'],
  ],
])(
  'jsdom computes the display, the visibility and the pointer events of %s',
  (_, html, selector, styles) => {
    expect(stylesOf(html, selector)).toEqual(styles);
  },
);

it('a style sheet of the page counts', () => {
  const sheet = '<style>b { display: none; visibility: hidden }</style>';
  expect(stylesOf(`${sheet}<b>x</b>`, 'b')).toEqual(['none', 'hidden', 'auto']);
});
