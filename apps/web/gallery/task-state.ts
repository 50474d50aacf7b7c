import { type FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import type { MergeStatus } from '@dipper/contract';
import { previewPath } from '@dipper/contract';
import { LINK, TITLE } from './samples.js';
import type { GalleryState } from './state.js';
import type { Visitor } from './visitor.js';

export interface TaskState {
  readonly name: string;
  readonly status: Partial<MergeStatus>;
  /** Values of the preview's query that differ from those of a video. */
  readonly query?: Readonly<Record<string, string>>;
  readonly prepare?: (api: FakeApi, taskId: string) => void;
  readonly reach: (visitor: Visitor) => Promise<unknown>;
  readonly overlay?: true;
}

/**
 * Returns the URL of a task's page.
 * @param name the name of the state, because each state needs its own task
 */
function previewOf(name: string, query: Readonly<Record<string, string>> = {}): string {
  return previewPath({
    ...{ task_id: idOf(name), video_format_id: 'v1080', audio_format_id: 'a128', title: TITLE },
    ...{ source_url: LINK, thumbnail_url: 'https://i.example/1.jpg', resolution: '1920x1080' },
    ...{ filename: 'river_1920x1080.mp4', ...query },
  });
}

/**
 * Returns the id of a state's task. It contains the state's name, so that the gallery's media
 * server can tell states apart.
 */
export const idOf = (name: string): string => name.padEnd(24, '-');

/** The preview page of a task whose status never changes. */
export function taskState({
  name,
  status,
  query,
  prepare,
  reach,
  overlay,
}: TaskState): GalleryState {
  const task_id = idOf(name);
  return {
    ...{ name, reach, address: previewOf(name, query) },
    ...(overlay && { overlay }),
    prepare: (api) => {
      api
        .on('GET /api/download/start-merge', { body: { task_id, status: 'queued' } })
        .on('GET /api/config', { body: { file_retention_seconds: 3600, environment: 'gallery' } })
        .on(`HEAD /api/download/file/${task_id}`, { status: 200 })
        .on(`GET /api/download/waveform/${task_id}`, { body: { peaks: PEAKS } });
      sockets.connects = true;
      sockets.ack = () => mergeStatus({ task_id, ...status });
      prepare?.(api, task_id);
    },
  };
}

const PEAKS = Array.from({ length: 200 }, (_, at) =>
  Math.round(255 * Math.abs(Math.sin(at / 7) * Math.cos(at / 3))),
);

/** The steps of a typical task. */
export const STEPS = [
  { stage: 'video', share: 0.8 },
  { stage: 'audio', share: 0.1 },
  { stage: 'merging', share: 0.08 },
  { stage: 'checking', share: 0.02 },
] satisfies MergeStatus['steps'];

/** A finished file. */
export const COMPLETE = {
  ...{ status: 'complete', progress: 100, stage: null, expires_in_seconds: 3500 },
  actual_sizes: { combined_streams: 52e6, final_file: 51e6 },
} satisfies Partial<MergeStatus>;
