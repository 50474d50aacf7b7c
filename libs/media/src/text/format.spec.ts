import { bitrateText, displayBitrate } from './format-bitrate.js';
import { displayDuration } from './format-duration.js';
import { englishMeasure, listSize, previewSizeParts } from './format-size.js';

const MB = 1024 * 1024;

it.each([
  [0, '0.0 KB'],
  [1536, '1.5 KB'],
  [MB - 1, '1024.0 KB'],
  [MB, '1.0 MB'],
  [MB + 1, '1.0 MB'],
  [5 * 1024 * MB, '5120.0 MB'],
  [-1, ''],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
])('previewSizeParts(%d) is %j', (bytes, text) => {
  const parts = previewSizeParts(bytes);
  expect(parts === null ? '' : englishMeasure(parts)).toBe(text);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [MB - 1, '1024.0 KB'],
  [MB, '1.0 MB'],
  [1024 * MB - 1, '1024.0 MB'],
  [1024 * MB, '1.0 GB'],
  [4.25 * 1024 * MB, '4.3 GB'],
  [-1, ''],
  [Number.NaN, ''],
])('listSize(%d) is %j', (bytes, text) => {
  expect(listSize(bytes)).toBe(text);
});

it.each([
  [128, '128 kbps', '128kbps'],
  [999, '999 kbps', '999kbps'],
  [999.6, '1.0 Mbps', '1000kbps'],
  [1000, '1.0 Mbps', '1000kbps'],
  [1001, '1.0 Mbps', '1.0Mbps'],
  [4520.4, '4.5 Mbps', '4.5Mbps'],
  [0, '', ''],
  [0.4, '', ''],
  [-5, '', ''],
  [Number.NaN, '', ''],
])('%d kbps is displayed as %j, and as %j in a file name', (kbps, displayed, named) => {
  expect(displayBitrate(kbps)).toBe(displayed);
  expect(bitrateText(kbps)).toBe(named);
});

it.each([
  [0, '0:00'],
  [9, '0:09'],
  [59.4, '0:59'],
  [59.6, '1:00'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3661, '1:01:01'],
  [360_000, '100:00:00'],
  [-1, ''],
  [Number.NaN, ''],
])('displayDuration(%d) is %j', (seconds, text) => {
  expect(displayDuration(seconds)).toBe(text);
});
