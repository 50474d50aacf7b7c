import { basename } from 'node:path';
import { metrics } from '../metrics/metrics.js';

const PROGRAMS = ['ffmpeg', 'ffprobe', 'yt-dlp', 'deno', 'node'] as const;

/** Returns a program's name; 'other' for one that an operator has renamed. */
export function programLabel(command: string): string {
  const name = basename(command);
  // Only yt-dlp is written in Python.
  return /^python[\d.]*$/.test(name)
    ? 'yt-dlp'
    : (PROGRAMS.find((program) => program === name) ?? 'other');
}

const running = new Map<string, number>();
metrics.watch('dipper_child_processes', () =>
  [...running].map(([program, value]) => ({ labels: { program }, value })),
);

/** Reports a child process. @returns a function to call with the outcome when it has ended */
export function measureChild(command: string): (outcome: string) => void {
  const program = programLabel(command);
  const seconds = metrics.clock();
  const add = (more: number): unknown => running.set(program, (running.get(program) ?? 0) + more);
  add(1);
  let isOver = false;
  return (outcome) => {
    if (!isOver) {
      isOver = true;
      add(-1);
      metrics.observe('dipper_child_process_duration_seconds', { program, outcome }, seconds());
    }
  };
}
