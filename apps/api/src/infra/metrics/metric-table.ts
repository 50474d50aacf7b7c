/** Histogram buckets in seconds. Each bucket is a separate time series, so there should be few. */
const REPLY = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const READ = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120];
const WAIT = [0.1, 1, 5, 15, 60, 300, 900, 3600];
const TASK = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const CALL = [0.001, 0.005, 0.02, 0.1, 0.25, 1, 3, 10];
const PROCESS = [0.05, 0.1, 0.5, 1, 5, 30, 120, 600];

type MetricKind = 'counter' | 'histogram' | 'gauge';

export interface MetricDefinition {
  readonly kind: MetricKind;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

const counter = <const L extends readonly string[]>(help: string, ...labels: L) =>
  ({ kind: 'counter', help, labels }) as const;
const gauge = <const L extends readonly string[]>(help: string, ...labels: L) =>
  ({ kind: 'gauge', help, labels }) as const;
const histogram = <const L extends readonly string[]>(
  help: string,
  buckets: readonly number[],
  ...labels: L
) => ({ kind: 'histogram', help, buckets, labels }) as const;

/**
 * All of our metrics by name. Names and units follow Prometheus's conventions
 * (https://prometheus.io/docs/practices/naming/). Each label has a small fixed set of values:
 * routes are templates, platforms are ours or "other", codes are from the catalog. Nothing that a
 * visitor sends becomes a label.
 */
export const METRICS = {
  dipper_http_requests_total: counter(
    'Replies by route template and status. 499: the client left before the reply began.',
    'method',
    'route',
    'status',
  ),
  dipper_http_request_duration_seconds: histogram(
    'Time until a reply begins.',
    REPLY,
    'method',
    'route',
  ),
  dipper_http_open_requests: gauge('Requests whose reply has not ended.'),
  dipper_refusals_total: counter('Errors sent to clients, by their code.', 'code'),
  dipper_sent_bytes_total: counter(
    'Bytes sent by this process, headers included. Files that nginx sends are not counted.',
    'content',
  ),

  dipper_searches_total: counter('Links that visitors have submitted.', 'platform', 'outcome'),
  dipper_search_duration_seconds: histogram(
    'Time from a link to its formats, including the wait in line.',
    READ,
    'outcome',
  ),
  dipper_page_reads_total: counter(
    'Pages that this process has read from their sites, excluding cached ones.',
    'platform',
    'outcome',
  ),
  dipper_page_read_duration_seconds: histogram('Time to read a page.', READ, 'platform'),
  dipper_pages: gauge('Pages that are being read, or waiting for a slot.', 'state'),
  dipper_page_slots: gauge('How many pages this process reads at once.'),

  dipper_tasks_total: counter(
    'Tasks that have ended, by the last stage that this process saw of them.',
    'kind',
    'stage',
    'outcome',
  ),
  dipper_task_failures_total: counter('Tasks that have failed, by code.', 'code'),
  dipper_task_duration_seconds: histogram(
    'Time from the start of a run in this process to the end of its task.',
    TASK,
    'kind',
    'outcome',
  ),
  dipper_task_stage_duration_seconds: histogram(
    'Time that a run spent in a stage, sampled four times a second.',
    TASK,
    'kind',
    'stage',
  ),
  dipper_task_wait_seconds: histogram('Time from a task’s start to its run.', WAIT, 'kind'),
  dipper_task_runs: gauge('Runs in this process: with a slot, or waiting for a source.', 'state'),
  dipper_task_slots: gauge('How many runs in this process may make files at the same time.'),
  dipper_queue_tasks: gauge('Tasks in line, the same in all processes (sampled every 10 s).'),
  dipper_queue_oldest_seconds: gauge(
    'How long the oldest task has been in line, the same in all processes (sampled every 10 s).',
  ),

  dipper_source_bytes_total: counter('Bytes of media and images from their sources.', 'use'),
  dipper_source_hosts: gauge('Hosts from which media are being fetched.'),
  dipper_source_lanes: gauge(
    'Connections to these hosts: used by tasks, used by players, or waited for.',
    'state',
  ),
  dipper_source_refusals_total: counter('Requests for media that a source has refused.'),
  dipper_relays_total: counter('Relayed requests for media and images.', 'content', 'outcome'),
  dipper_relays_open: gauge('Relayed requests that have not ended.', 'content'),

  dipper_disk_free_bytes: gauge('Free space on the volume of the media (sampled every 10 s).'),
  dipper_disk_reserve_bytes: gauge('Free space that no run may use.'),
  dipper_disk_media_bytes: gauge('Size of finished files and of the folders of other runs.'),
  dipper_disk_held_bytes: gauge('Space that runs in this process have reserved.'),
  dipper_disk_limit_bytes: gauge('The limit for all media (MAX_DISK_BYTES).'),

  dipper_sockets: gauge('Open sockets.'),
  dipper_watched_tasks: gauge('Tasks that are watched through this process’s sockets.'),
  dipper_child_processes: gauge('Child processes that are running.', 'program'),
  dipper_child_process_duration_seconds: histogram(
    'How long child processes ran.',
    PROCESS,
    'program',
    'outcome',
  ),

  dipper_database_query_duration_seconds: histogram(
    'Duration of each statement, excluding the wait for a connection.',
    CALL,
    'outcome',
  ),
  dipper_database_connections: gauge('Connections of the pool, and requests for one.', 'state'),
  dipper_database_up: gauge(
    '0 while statements are refused because the database does not respond.',
  ),
  dipper_redis_command_duration_seconds: histogram(
    'Duration of each command, except those that wait for work.',
    CALL,
    'client',
    'outcome',
  ),

  dipper_process_info: gauge('Always 1.', 'role'),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;
export type NameOf<K extends MetricKind> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never;
}[MetricName];
/** A metric's labels, all of which are required. */
export type LabelsOf<N extends MetricName> = Readonly<
  Record<(typeof METRICS)[N]['labels'][number], string>
>;
