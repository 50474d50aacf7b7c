import { plainLine, plainText } from './plain-text.js';

describe('plainText', () => {
  it.each([
    ['<p>One <b>two</b></p><p>three</p>', 'One two\n\nthree'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['plain\nlines\r\nstay', 'plain\nlines\nstay'],
    ['<p>lines\nof source\n  do not</p>', 'lines of source do not'],
    ['Q&amp;A &lt;3 &#x1F30A; &nbsp;x', 'Q&A <3 🌊 x'],
    ['1 < 2 and <3', '1 < 2 and <3'],
    ['<script>alert(1)</script><style>p{}</style>text', 'text'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['a\u0000b\ud800c', 'ab\uFFFDc'],
    ['<p> </p>', null],
    ['', null],
    [null, null],
  ])('converts %j to %j', (given, expected) => {
    expect(plainText(given)).toBe(expected);
  });

  it('handles text that only looks like tags quickly, and limits its length', () => {
    const text = plainText('<a'.repeat(1_000_000)) ?? '';
    expect(text.length).toBeLessThanOrEqual(50_000);
  });

  it('collapses a title to one line', () => {
    expect(plainLine(' A\n<i>B</i> ')).toBe('A B');
    // Databases refuse half of an emoji, so the whole emoji is dropped.
    expect(plainLine(`${'x'.repeat(999)}😀`)).toBe('x'.repeat(999));
  });
});
