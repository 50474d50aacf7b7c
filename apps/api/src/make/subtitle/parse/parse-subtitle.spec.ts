import { parseSubtitle } from './parse-subtitle.js';

/** The cues in the form "start end text", with a slash between lines. */
const lines = async (text: string): Promise<string[]> =>
  (await parseSubtitle(text)).map(({ start, end, text: said }) => {
    const seconds = [start, end].map((time) => String(Math.round(time * 1000) / 1000));
    return [...seconds, said.trim().replace(/ *\n */g, ' / ')].join(' ');
  });
const json = (value: unknown): string => JSON.stringify(value);

describe('parseSubtitle', () => {
  it.each<[string, string, string[]]>([
    [
      'WebVTT with notes, styles, names, settings and markup',
      'WEBVTT - A title\nKind: captions\n\nNOTE 00:00 is\nnot --> a cue\n\nSTYLE\n::cue { color: red }\n\n' +
        'intro\n00:01.000 --> 00:02.500 align:start position:0%\n<i>One</i> &amp; <c.loud>two</c>\n\n' +
        '01:00:00.000 --> 01:00:01.000\n<v Ada Byron>Yes.\n\n01:00:01.000 --> 01:00:02.000\n<v Ada Byron>No.\n',
      ['1 2.5 One & two', '3600 3601 Ada Byron: Yes.', '3601 3602 No.'],
    ],
    [
      "YouTube's WebVTT, with a time for each word",
      '\uFEFFWEBVTT\r\n\r\n00:00:00.160 --> 00:00:02.389 align:start\r\n \r\nhello<00:00:00.480><c> world</c>\r\n\r\n',
      ['0.16 2.389 hello world'],
    ],
    [
      'SubRip with CRLF, empty lines within, a number at the end of a text, and tags',
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<font color="#fff">One</font>\r\n\r\nmore\r\n42\r\n\r\n2\r\n00:00:03,5 --> 00:00:04,25\r\n<b>Two</b> < 3 & "four"',
      ['1 2 One / more / 42', '3.5 4.25 Two < 3 & "four"'],
    ],
    [
      'SubRip without numbers or hours, with single dashes, and without lines between cues',
      '0:01 -> 0:02\nOne\n0:02.5 --> 0:03\nTwo',
      ['1 2 One', '2.5 3 Two'],
    ],
    [
      'TTML with clock times, frames and ticks, and with spans, breaks and an empty region',
      `<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY x SYSTEM "file:///etc/passwd">]>
       <tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="1000">
       <tt:head><tt:layout><tt:region begin="1s"><tt:style/></tt:region></tt:layout></tt:head>
       <tt:body begin="10s"><tt:div><tt:p begin="00:00:01.5" end="00:00:02:05">One<tt:br/>
         <tt:span style="i">&lt;two&gt;</tt:span> &x;</tt:p>
       <tt:p begin="3000t" dur="500ms">Three</tt:p>
       <tt:p><tt:span begin="1m" end="61s">Four</tt:span></tt:p></tt:div></tt:body></tt:tt>`,
      ['11.5 12.2 One / <two> &x;', '13 13.5 Three', '70 71 Four'],
    ],
    [
      'srv1, whose text is HTML in XML',
      '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="1.5">I&amp;#39;m &amp;quot;it&amp;quot;</text><text start="2">No end</text></transcript>',
      ['0.5 2 I\'m "it"', '2 NaN No end'],
    ],
    [
      'srv3',
      '<timedtext format="3"><head><pen id="1"/></head><body><w t="0" id="1"/><p t="100" d="900" w="1"><s>hello</s><s t="300"> world</s></p><p t="950" a="1">\n</p></body></timedtext>',
      ['0.1 1 hello world'],
    ],
    [
      'json3',
      json({
        wireMagic: 'pb3',
        events: [
          { tStartMs: 0, dDurationMs: 9000, id: 1 },
          {
            tStartMs: 160,
            dDurationMs: 4000,
            segs: [{ utf8: 'hello' }, { utf8: ' world', tOffsetMs: 320 }],
          },
          { tStartMs: 2389, dDurationMs: 10, aAppend: 1, segs: [{ utf8: '\n' }] },
        ],
      }),
      ['0 9 ', '0.16 4.16 hello world', '2.389 2.399 '],
    ],
    [
      "Bilibili's JSON",
      json({
        body: [
          { from: 1.5, to: 3, content: '你好' },
          { from: '4', to: 5, content: 6 },
        ],
      }),
      ['1.5 3 你好', 'NaN 5 '],
    ],
    [
      'a podcast transcript with speakers',
      json({
        version: '1.0.0',
        segments: [
          { speaker: 'Ada', startTime: 0.5, endTime: 1, body: 'Hello.' },
          { speaker: 'Ada', startTime: 1, endTime: 2, body: 'Again.' },
        ],
      }),
      ['0.5 1 Ada: Hello.', '1 2 Again.'],
    ],
    [
      'SubStation Alpha with commas, drawings and comments',
      '[Script Info]\nTitle: x\n\n[V4+ Styles]\nFormat: Name, Fontname\nDialogue: not here\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
        'Comment: 0,0:00:00.00,0:00:01.00,D,,0,0,0,,no\nDialogue: 0,0:00:01.50,0:00:02.00,D,,0,0,0,,{\\i1}One,{\\i0} two\\Nthree\nDialogue: 0,0:00:03.00,0:00:04.00,D,,0,0,0,,{\\p1}m 0 0 l 1 1',
      ['1.5 2 One, two / three'],
    ],
  ])('reads %s', async (_kind, text, expected) => {
    expect(await lines(text)).toEqual(expected);
  });

  it.each([
    ['an empty text', ''],
    ['a header alone', 'WEBVTT\n\n'],
    ['an HTML page', '<!doctype html><html><body><p>Sign in</p></body></html>'],
    ['JSON of another kind', '{"error":"x"}'],
    ['truncated JSON', '{"events":[{"tStartMs":1,'],
    ['a JSON list', '{"events":[null,1,"x"]}'],
    ['binary data', '\0\u0001\uFFFD\uFFFD'],
    ['an arrow without times', '-->\n--> 00:01\nx'],
  ])('finds no cues in %s', async (_kind, text) => {
    const found = (await parseSubtitle(text)).filter((cue) => cue.start >= 0 && cue.text.trim());
    expect(found).toEqual([]);
  });

  const MEGABYTE = 1024 * 1024;
  it.each([
    ['tags that never end', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<c.'.repeat(MEGABYTE)}`],
    ['overrides that never end', `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(MEGABYTE)}`],
    ['one line of arrows', '-->'.repeat(MEGABYTE)],
    ['one line of digits', `${'1'.repeat(MEGABYTE)}:00 --> 00:02\nx`],
    ['spaces before times', `WEBVTT\n\n${' '.repeat(MEGABYTE)}00:01.000 --> 00:02.000\nx`],
    ['ampersands', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&#'.repeat(MEGABYTE)}`],
    ['empty lines', '\n'.repeat(4 * MEGABYTE)],
    ['brackets of JSON', `{"events":${'['.repeat(MEGABYTE)}`],
    ['elements that never end', `<tt>${'<p begin="1s">'.repeat(900)}${'x'.repeat(MEGABYTE)}`],
    ['endless commas', `[Events]\nDialogue: ${','.repeat(4 * MEGABYTE)}`],
  ])('is not slowed down by %s', async (_kind, text) => {
    await expect(parseSubtitle(text)).resolves.toBeInstanceOf(Array);
  });
});
