/** Number of runs after which a task fails (contract: 3 tries). */
export const TRIES = 3;
/**
 * After `deaths` dead runs, a task may only run alone. It waits at most `forAtMost` for an idle
 * worker.
 */
export const SOLO_RUN = { deaths: TRIES - 1, forAtMost: `interval '10 minutes'` } as const;
/** How long a run is considered alive without a heartbeat, in seconds. */
export const LEASE_SECONDS = 15;
export const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;
/** Maximum number of waiting tasks, per visitor and in total. */
export const WAITING = { ofVisitor: 50, inAll: 5000 } as const;
/** A task is abandoned if its status was not requested for this long. */
const ABANDONED = `interval '15 minutes'`;

/** Tasks that a worker may take: waiting tasks, and tasks whose run is dead. */
const WAITS = `(status = 'queued'
  OR (status = 'processing' AND lease_until < now() AND attempts < ${TRIES}))`;

/**
 * Waiting tasks with their places; place 1 is taken next. A visitor's k-th waiting task has the
 * turn r + k, where r is the number of that visitor's running tasks; turns per source host are
 * counted likewise. The lowest turn goes first, then the lowest turn at the host, then the oldest
 * task. A task whose visitor or host is unknown counts alone.
 *
 * Taking the first task changes no other task's turn (r grows by one as k falls), so tasks are
 * taken in the order of their places, unless tasks arrive or end.
 */
const LINE = `
  SELECT task_id, status, progress, steps, kind,
    row_number() OVER (ORDER BY turn, host_turn, queued_at, task_id)::int AS place
  FROM (
    SELECT *, row_number()
      OVER (PARTITION BY host ORDER BY waits, turn, queued_at, task_id) AS host_turn
    FROM (
      SELECT *, row_number() OVER (PARTITION BY who ORDER BY waits, queued_at, task_id) AS turn
      FROM (
        SELECT task_id, status, progress, steps, kind, queued_at, ${WAITS} AS waits,
          coalesce(visitor, task_id) AS who, coalesce(source_host, task_id) AS host
        FROM merge_task WHERE status IN ('queued', 'processing')
      ) AS open
    ) AS by_visitor
  ) AS by_host
  WHERE waits`;

/**
 * $1 worker id, $2 run id, $3 kinds that the worker makes, $4 ids of tasks that it already runs, $5
 * visitors and $6 hosts that have reached their limit, $7 how many runs of a task may have died, $8
 * whether an expired lease counts as a dead run. Concurrent workers get the first task, the second,
 * and so on.
 */
export const CLAIM = `
  WITH line AS MATERIALIZED (${LINE}), next AS (
    SELECT merge_task.task_id, run_id, worker_id FROM line JOIN merge_task USING (task_id)
    WHERE ${WAITS.replaceAll('status', 'merge_task.status')}
      AND merge_task.kind = ANY ($3::text[]) AND merge_task.task_id <> ALL ($4::text[])
      AND coalesce(visitor <> ALL ($5::text[]), true)
      AND coalesce(source_host <> ALL ($6::text[]), true)
      AND attempts <= $7::int
      AND ($8::boolean OR merge_task.status = 'queued')
    ORDER BY line.place LIMIT 1
    FOR UPDATE OF merge_task SKIP LOCKED
  )
  UPDATE merge_task
  SET status = 'processing', worker_id = $1, run_id = $2, lease_until = ${LEASE},
    attempts = attempts + 1
  FROM next WHERE merge_task.task_id = next.task_id
  RETURNING merge_task.task_id AS "taskId", merge_task.recipe, merge_task.progress,
    merge_task.steps, merge_task.visitor, merge_task.source_host AS "sourceHost",
    merge_task.accepts_damage AS "acceptsDamage", merge_task.attempts - 1 AS deaths,
    extract(epoch FROM now() - merge_task.queued_at)::float8 AS "waitedSeconds", next.run_id AS "staleRunId",
    next.worker_id AS "staleWorkerId", merge_task.queued_at AS "queuedAt",
    merge_task.trace_parent AS "traceParent"`;

/** The place of each queued task, with the progress that was last shown. */
export const PLACES = `
  SELECT task_id AS "taskId", place, progress, steps, kind FROM (${LINE}) AS line WHERE status = 'queued'`;

export const ANY_WAITING = `SELECT 1 FROM merge_task WHERE status = 'queued' LIMIT 1`;

/** How many tasks are queued, and how long the first of them has been waiting, in seconds. */
export const QUEUE_STATE = `
  SELECT count(*)::int AS tasks,
    coalesce(extract(epoch FROM now() - min(queued_at)), 0)::float8 AS "oldestSeconds"
  FROM merge_task WHERE status = 'queued'`;

/**
 * SQL expressions that count waiting tasks, up to the limits. @param visitor placeholder for a key,
 * or null.
 */
const waiting = (visitor: string): { own: string; all: string } => ({
  own: `(SELECT count(*) FROM (SELECT 1 FROM merge_task
    WHERE status = 'queued' AND visitor = ${visitor} LIMIT ${WAITING.ofVisitor}) AS own)`,
  all: `(SELECT count(*) FROM (SELECT 1 FROM merge_task
    WHERE status = 'queued' LIMIT ${WAITING.inAll}) AS everybody)`,
});

/**
 * SQL condition that is true if one more of the visitor's tasks may wait. @param visitor
 * placeholder for the visitor's key, or null.
 */
export const MAY_WAIT = (visitor: string): string => {
  const { own, all } = waiting(visitor);
  return `${own} < ${WAITING.ofVisitor} AND ${all} < ${WAITING.inAll}`;
};

/** SQL expression for the number of all waiting tasks, up to `WAITING.inAll`. */
export const ALL_WAITING = `${waiting('NULL').all}::int`;

/** $1 visitor or null. */
export const COUNT_WAITING = `SELECT ${waiting('$1::text').own}::int AS own, ${waiting('$1::text').all}::int AS all`;

/** $1 ids of tasks whose status was requested. Written at most once a minute per task. */
export const MARK_VIEWED = `
  UPDATE merge_task SET asked_at = now()
  WHERE task_id = ANY ($1::text[]) AND status IN ('queued', 'processing')
    AND asked_at < now() - interval '1 minute'`;

/**
 * Cancels abandoned tasks that are far from done, because they are waiting or run slowly, unless
 * somebody is to be told of their end. $1 retention in seconds; a run is slow below $2 bytes per
 * second, or with more than $3 seconds left.
 */
export const END_ABANDONED = `
  UPDATE merge_task
  SET status = 'cancelled', stage = NULL, visitor = NULL, worker_id = NULL, lease_until = NULL,
    speed = NULL, eta_seconds = NULL, expires_at = now() + make_interval(secs => $1::int)
  WHERE asked_at < now() - ${ABANDONED}
    AND (status = 'queued' OR (status = 'processing' AND stage IN ('video', 'audio')
      AND (speed < $2::float8 OR eta_seconds > $3::int)))
    AND NOT EXISTS (SELECT 1 FROM task_callback AS call
      WHERE call.task_id = merge_task.task_id AND call.state = 'waiting')
  RETURNING task_id AS "taskId"`;
