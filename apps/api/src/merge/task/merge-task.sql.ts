import { EXTRACTION_LIFETIME_MS } from '../../extract/extraction/extraction-lifetime.js';
import { MAY_WAIT } from './queue.sql.js';

/**
 * A file that is about to expire is not shared, because the sweep may remove it. A bundle that
 * lacks an entry is not shared either, because a new try may succeed in fetching it.
 */
const SHARED = `twin.status = 'complete' AND twin.expires_at > now() + interval '60 seconds'
  AND NOT coalesce(twin.entries @> '[{"state": "failed"}]', false)`;
/** Undamaged files come first. Damaged ones only go to visitors who accept them. */
const BEST_FIRST = `twin.damage IS NOT NULL, twin.expires_at DESC`;
const STARTED = `status, queued_at AS "queuedAt", run_id AS "runId", file_id AS "fileId",
  file_bytes::float8 AS "fileBytes"`;

/**
 * How much one visitor may prepare without starting it, in bytes of stored recipes. Enough for
 * thousands of normal recipes, or dozens of hours of DASH with every segment listed.
 */
const PREPARED_BYTES = 64 * 1024 * 1024;

/**
 * $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name, $6 steps, $7 source host, $8 visitor.
 * The task is kept for as long as an offer is valid. Returns no row if the visitor has prepared too
 * much.
 */
export const PREPARE = `
  INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, steps, source_host, visitor,
    status, expires_at)
  SELECT $1::text, $2::text, $3::text, $4::jsonb, $5::text, $6::jsonb, $7::text, $8::text,
    'prepared', now() + interval '${EXTRACTION_LIFETIME_MS / 1000} seconds'
  WHERE (SELECT coalesce(sum(pg_column_size(recipe)), 0) FROM merge_task
    WHERE status = 'prepared' AND visitor = $8::text) < ${PREPARED_BYTES}
  RETURNING task_id`;

/** Columns that are reset when a prepared, failed or cancelled task starts. */
const ANEW = `
  progress = 0, attempts = 0, speed = NULL, eta_seconds = NULL, error_code = NULL,
  error_message = NULL, error_values = NULL, entries = NULL, ordinary_expires_at = NULL, queued_at = now(), asked_at = now()`;
const MAY_BEGIN = `
  merge_task.status IN ('prepared', 'error', 'cancelled')
  AND (merge_task.expires_at IS NULL OR merge_task.expires_at > now())`;
/**
 * The task's state if this statement did not start it. If the row could have started but did not, a
 * concurrent statement is starting it, and this one still sees the old snapshot.
 */
const STILL_THERE = `
  SELECT ${STARTED}, false AS begun FROM merge_task
  WHERE task_id = $1::text AND (expires_at IS NULL OR expires_at > now())
    AND status NOT IN ('prepared', 'error', 'cancelled')
    AND NOT EXISTS (SELECT 1 FROM begun)`;

/**
 * $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name, $6 steps, $7 retention in seconds, $8
 * whether damage is accepted, $9 visitor, $10 source host, $11 trace parent. A task whose file
 * already exists is complete immediately. A task that would have to wait is not started if too many
 * are waiting. A restart that accepts damage keeps the known damage.
 */
export const START = `
  WITH begun AS (
    INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, steps, status, stage,
      progress, accepts_damage, damage, file_id, file_bytes, combined_bytes, finished_at, expires_at,
      visitor, source_host, trace_parent)
    SELECT $1::text, $2::text, $3::text, $4::jsonb, $5::text, $6::jsonb, new.status,
      new.stage, new.progress, $8::boolean, twin.damage, twin.file_id, twin.file_bytes, twin.combined_bytes,
      new.finished_at, new.expires_at, new.visitor, $10::text, $11::text
    FROM (SELECT 1) AS one
    LEFT JOIN LATERAL (
      SELECT file_id, file_bytes, combined_bytes, damage FROM merge_task AS twin
      WHERE share_key = $3::text AND ${SHARED} AND (damage IS NULL OR $8::boolean)
      ORDER BY ${BEST_FIRST} LIMIT 1
    ) AS twin ON true
    CROSS JOIN LATERAL (
      SELECT 'queued' AS status, 'queued' AS stage, 0 AS progress,
        NULL::timestamptz AS finished_at, NULL::timestamptz AS expires_at,
        $9::text AS visitor
      WHERE twin.file_id IS NULL AND ${MAY_WAIT('$9::text')}
      UNION ALL
      SELECT 'complete', NULL, 100, now(), now() + make_interval(secs => $7::int), NULL
      WHERE twin.file_id IS NOT NULL
    ) AS new
    ON CONFLICT (task_id) DO UPDATE
    SET ${ANEW}, status = EXCLUDED.status, stage = EXCLUDED.stage,
      steps = EXCLUDED.steps, accepts_damage = EXCLUDED.accepts_damage,
      damage = CASE WHEN EXCLUDED.accepts_damage AND EXCLUDED.file_id IS NULL
        THEN merge_task.damage ELSE EXCLUDED.damage END,
      file_id = EXCLUDED.file_id, file_bytes = EXCLUDED.file_bytes,
      combined_bytes = EXCLUDED.combined_bytes, finished_at = EXCLUDED.finished_at,
      expires_at = EXCLUDED.expires_at, visitor = EXCLUDED.visitor,
      source_host = EXCLUDED.source_host, trace_parent = EXCLUDED.trace_parent
    WHERE ${MAY_BEGIN}
    RETURNING ${STARTED}
  )
  SELECT *, true AS begun FROM begun UNION ALL ${STILL_THERE}`;

/** $1 task id, $2 whether damage is accepted, $3 visitor, $4 trace parent. */
export const RESTART = `
  WITH begun AS (
    UPDATE merge_task
    SET ${ANEW}, status = 'queued', stage = 'queued', accepts_damage = $2::boolean,
      damage = CASE WHEN $2::boolean THEN damage END, finished_at = NULL, expires_at = NULL, visitor = $3::text,
      trace_parent = $4::text
    WHERE task_id = $1::text AND ${MAY_BEGIN} AND ${MAY_WAIT('$3::text')}
    RETURNING ${STARTED}
  )
  SELECT *, true AS begun FROM begun UNION ALL ${STILL_THERE}`;

/** $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name, $6 steps, $7 retention in seconds. */
export const CANCEL_UNSTARTED = `
  INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, steps, status, expires_at)
  VALUES ($1, $2, $3, $4::jsonb, $5, $6::jsonb, 'cancelled', now() + make_interval(secs => $7::int))
  ON CONFLICT DO NOTHING RETURNING task_id`;

/**
 * $1 task id. Returns the finished file of another task that makes the same file, if that file
 * expires late enough. The file's name is included for list entries, whose recipes don't contain
 * it.
 */
export const TWIN = `
  SELECT twin.file_id AS "fileId", twin.file_bytes AS "fileBytes",
    twin.combined_bytes AS "combinedBytes", twin.damage, twin.entries,
    CASE WHEN mine.kind = 'entry' THEN twin.file_name END AS "fileName"
  FROM merge_task AS mine JOIN merge_task AS twin ON twin.share_key = mine.share_key
  WHERE mine.task_id = $1 AND ${SHARED} AND (twin.damage IS NULL OR mine.accepts_damage)
  ORDER BY ${BEST_FIRST} LIMIT 1`;
