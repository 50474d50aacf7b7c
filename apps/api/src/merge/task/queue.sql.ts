/** Runs of a task before it is given up (contract: 3 tries). */
export const TRIES = 3;
/** A task whose runs died so often waits so long for a worker that has nothing else to do. */
export const WAITS_ALONE = { deaths: TRIES - 1, forAtMost: `interval '10 minutes'` } as const;
/** For how long a run is believed to be alive without another sign of life. */
export const LEASE_SECONDS = 15;
export const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;
/** Tasks that wait at most: for one visitor, and in all. */
export const WAITING = { ofVisitor: 50, inAll: 5000 } as const;
/** Nobody may have asked about a task for so long that it is ended. */
const FORSAKEN = `interval '15 minutes'`;

/** What a worker may take: tasks that wait, and those whose run is dead. */
const WAITS = `(status = 'queued'
  OR (status = 'processing' AND lease_until < now() AND attempts < ${TRIES}))`;

/**
 * The line of tasks that wait, each with its place: 1 is taken next. What is at work counts first
 * for its visitor and for its source's host, then what waits, oldest first: the k-th waiting task of
 * a visitor with r at work has the turn r + k. The lowest turn goes first, then the lowest turn at
 * the source's host, then the oldest. A task whose visitor or host is unknown stands for itself.
 *
 * Taking the first changes no other's turn (r grows by one as k falls), so that places are the order
 * in which tasks are taken if nothing new comes and nothing ends.
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
 * $1 worker id, $2 run id, $3 kinds it makes, $4 task ids it has already, $5 visitors and $6 hosts
 * that have their share of it, $7 how many runs of it may have died, $8 whether a run whose lease is over
 * counts as dead. Workers that ask at once are given the first, the second, and so on.
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
    merge_task.accepts_damage AS "acceptsDamage", merge_task.attempts - 1 AS deaths, next.run_id AS "staleRunId",
    next.worker_id AS "staleWorkerId"`;

/** Where each queued task stands, with what it has shown. */
export const PLACES = `
  SELECT task_id AS "taskId", place, progress, steps, kind FROM (${LINE}) AS line WHERE status = 'queued'`;

/** One row if anything waits. */
export const ANY_WAITING = `SELECT 1 FROM merge_task WHERE status = 'queued' LIMIT 1`;

/** How many wait, no further than it matters. @param visitor placeholder of a key, or null. */
const waiting = (visitor: string): { own: string; all: string } => ({
  own: `(SELECT count(*) FROM (SELECT 1 FROM merge_task
    WHERE status = 'queued' AND visitor = ${visitor} LIMIT ${WAITING.ofVisitor}) AS own)`,
  all: `(SELECT count(*) FROM (SELECT 1 FROM merge_task
    WHERE status = 'queued' LIMIT ${WAITING.inAll}) AS everybody)`,
});

/** True where one more task of a visitor may wait. @param visitor placeholder of its key, or null. */
export const HAS_ROOM = (visitor: string): string => {
  const { own, all } = waiting(visitor);
  return `${own} < ${WAITING.ofVisitor} AND ${all} < ${WAITING.inAll}`;
};

/** $1 visitor or null. */
export const CROWD = `SELECT ${waiting('$1::text').own}::int AS own, ${waiting('$1::text').all}::int AS all`;

/** $1 task ids somebody asks about. Written once a minute at most. */
export const ASKED = `
  UPDATE merge_task SET asked_at = now()
  WHERE task_id = ANY ($1::text[]) AND status IN ('queued', 'processing')
    AND asked_at < now() - interval '1 minute'`;

/**
 * Ends tasks that nobody has asked about for long and that are far from their end: they wait, or
 * run slowly. $1 retention in seconds, $2 bytes a second and $3 seconds left, where slow begins.
 */
export const END_FORSAKEN = `
  UPDATE merge_task
  SET status = 'cancelled', stage = NULL, visitor = NULL, worker_id = NULL, lease_until = NULL,
    speed = NULL, eta_seconds = NULL, expires_at = now() + make_interval(secs => $1::int)
  WHERE asked_at < now() - ${FORSAKEN}
    AND (status = 'queued' OR (status = 'processing' AND stage IN ('video', 'audio')
      AND (speed < $2::float8 OR eta_seconds > $3::int)))
  RETURNING task_id AS "taskId"`;
