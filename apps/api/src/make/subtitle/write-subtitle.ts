import type { Cue } from './cue.js';

/** Writes cues as SubRip or WebVTT (W3C). */
export function writeSubtitle(cues: readonly Cue[], format: 'srt' | 'vtt'): string {
  switch (format) {
    case 'srt':
      return cues.map(subRip).join('\n');
    case 'vtt':
      return `WEBVTT\n\n${cues.map(webVtt).join('\n')}`;
  }
}

function subRip(cue: Cue, at: number): string {
  return `${at + 1}\n${timing(cue, ',')}\n${withoutArrows(cue.text)}\n`;
}

function webVtt(cue: Cue): string {
  const text = cue.text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `${timing(cue, '.')}\n${text}\n`;
}

/** Replaces arrows, because a line with an arrow would be parsed as a cue's times. */
function withoutArrows(text: string): string {
  return text.replace(/-{1,2}>/g, '→');
}

function timing({ start, end }: Cue, point: ',' | '.'): string {
  const from = Math.round(start * 1000);
  const to = Math.max(from + 1, Math.round(end * 1000));
  return `${clock(from, point)} --> ${clock(to, point)}`;
}

function clock(milliseconds: number, point: ',' | '.'): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = String(milliseconds % 1000).padStart(3, '0');
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + point + fraction;
}
