import { execa } from 'execa';
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { format } from 'oxfmt';
import { fromRoot } from '../../setup/repository.mjs';
import { chartOf } from './chart.js';
import { FFMPEG, YT_DLP } from './measure.js';
import type { Result } from './result.js';
import { asMarkdown, tableOf } from './table.js';

const PAGE = fromRoot('docs', 'benchmarks.md');
const CHART = fromRoot('docs', 'images', 'benchmarks.svg');

/** The kind of machine and the versions of programs. */
export async function machineFacts(): Promise<string> {
  const version = async (command: string, flag: string): Promise<string> => {
    const { stdout = '' } = await execa(command, [flag], { reject: false });
    return /\d[\w.~+-]*/.exec(stdout.split('\n', 1)[0] ?? '')?.[0] ?? 'not installed';
  };
  const [cpu] = cpus();
  return [
    `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${arch()}, load ${loadavg()[0]?.toFixed(1)} at the start`,
    `Node ${process.versions.node}`,
    `ffmpeg ${await version(FFMPEG, '-version')}`,
    `yt-dlp ${await version(YT_DLP, '--version')}`,
    `aria2c ${await version('aria2c', '--version')}`,
  ].join(', ');
}

/** Writes docs/benchmarks.md and its chart. */
export async function writeReport(results: readonly Result[], facts: string): Promise<void> {
  const page = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${facts}.

All of it runs on one machine, over loopback, the contenders in turn; the figures are medians.
"better" says which way is: less, more, or the same.

![Bars of Dipper beside other programs, with the figures of the table](images/benchmarks.svg)

${results.map(({ name, title }) => `- \`npm run bench:${name}\`: ${title}`).join('\n')}

${asMarkdown(tableOf(results))}
`;
  const { code } = await format(PAGE, page);
  await writeFile(PAGE, code);
  await writeFile(CHART, chartOf(results.flatMap(({ rows }) => rows)));
}
