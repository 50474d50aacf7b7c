import { EXTRACTION_LIFETIME_MS } from '../../extract/extraction/extraction-lifetime.js';

/** Runs of a task before it is given up (contract: 3 tries). */
export const TRIES = 3;
/** Until when a run is believed to be alive from now on without another sign of life. */
export const LEASE = `now() + interval '15 seconds'`;
/** A file about to go is not worth sharing: the sweep may be on its way. */
const SHARED = `twin.status = 'complete' AND twin.expires_at > now() + interval '60 seconds'`;
/** A whole file before a damaged one, which is only for those who accept that. */
const BEST_FIRST = `twin.damage IS NOT NULL, twin.expires_at DESC`;
const STARTED = `status, queued_at AS "queuedAt", run_id AS "runId", file_id AS "fileId"`;

/** $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name. Kept as long as an offer would stand. */
export const PREPARE = `
  INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, status, expires_at)
  VALUES ($1, $2, $3, $4::jsonb, $5, 'prepared', now() + interval '${EXTRACTION_LIFETIME_MS / 1000} seconds')`;

/** What a task that did not end well, or was not started, has when it begins. */
const ANEW = `
  progress = 0, attempts = 0, speed = NULL, eta_seconds = NULL, error_code = NULL,
  error_message = NULL, queued_at = now()`;
const MAY_BEGIN = `
  merge_task.status IN ('prepared', 'error', 'cancelled')
  AND (merge_task.expires_at IS NULL OR merge_task.expires_at > now())`;
/** What may begin and has not is just being begun by another statement: this one sees what was before. */
const STILL_THERE = `
  SELECT ${STARTED}, false AS begun FROM merge_task
  WHERE task_id = $1::text AND (expires_at IS NULL OR expires_at > now())
    AND status NOT IN ('prepared', 'error', 'cancelled')
    AND NOT EXISTS (SELECT 1 FROM begun)`;

/**
 * $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name, $6 retention in seconds, $7 whether
 * damage is accepted. A task whose file another one has is complete at once.
 */
export const START = `
  WITH begun AS (
    INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, status, stage, progress,
      accepts_damage, damage, file_id, file_bytes, combined_bytes, finished_at, expires_at)
    SELECT $1::text, $2::text, $3::text, $4::jsonb, $5::text, new.status, new.stage, new.progress,
      $7::boolean, twin.damage, twin.file_id, twin.file_bytes, twin.combined_bytes,
      new.finished_at, new.expires_at
    FROM (SELECT 1) AS one
    LEFT JOIN LATERAL (
      SELECT file_id, file_bytes, combined_bytes, damage FROM merge_task AS twin
      WHERE share_key = $3::text AND ${SHARED} AND (damage IS NULL OR $7::boolean)
      ORDER BY ${BEST_FIRST} LIMIT 1
    ) AS twin ON true
    CROSS JOIN LATERAL (
      SELECT 'queued' AS status, 'queued' AS stage, 0 AS progress,
        NULL::timestamptz AS finished_at, NULL::timestamptz AS expires_at
      WHERE twin.file_id IS NULL
      UNION ALL
      SELECT 'complete', NULL, 100, now(), now() + make_interval(secs => $6::int)
      WHERE twin.file_id IS NOT NULL
    ) AS new
    ON CONFLICT (task_id) DO UPDATE
    SET ${ANEW}, status = EXCLUDED.status, stage = EXCLUDED.stage,
      accepts_damage = EXCLUDED.accepts_damage, damage = EXCLUDED.damage,
      file_id = EXCLUDED.file_id, file_bytes = EXCLUDED.file_bytes,
      combined_bytes = EXCLUDED.combined_bytes, finished_at = EXCLUDED.finished_at,
      expires_at = EXCLUDED.expires_at
    WHERE ${MAY_BEGIN}
    RETURNING ${STARTED}
  )
  SELECT *, true AS begun FROM begun UNION ALL ${STILL_THERE}`;

/** $1 task id, $2 whether damage is accepted. */
export const RESTART = `
  WITH begun AS (
    UPDATE merge_task
    SET ${ANEW}, status = 'queued', stage = 'queued', accepts_damage = $2::boolean,
      damage = NULL, finished_at = NULL, expires_at = NULL
    WHERE task_id = $1::text AND ${MAY_BEGIN}
    RETURNING ${STARTED}
  )
  SELECT *, true AS begun FROM begun UNION ALL ${STILL_THERE}`;

/** $1 task id, $2 kind, $3 share key, $4 recipe, $5 file name, $6 retention in seconds. */
export const CANCEL_UNSTARTED = `
  INSERT INTO merge_task (task_id, kind, share_key, recipe, file_name, status, expires_at)
  VALUES ($1, $2, $3, $4::jsonb, $5, 'cancelled', now() + make_interval(secs => $6::int))
  ON CONFLICT DO NOTHING RETURNING task_id`;

/** $1 task id: the finished file of another task that makes the same, if that lives long enough. */
export const TWIN = `
  SELECT twin.file_id AS "fileId", twin.file_bytes AS "fileBytes",
    twin.combined_bytes AS "combinedBytes", twin.damage
  FROM merge_task AS mine JOIN merge_task AS twin ON twin.share_key = mine.share_key
  WHERE mine.task_id = $1 AND ${SHARED} AND (twin.damage IS NULL OR mine.accepts_damage)
  ORDER BY ${BEST_FIRST} LIMIT 1`;

/** $1 worker id, $2 run id, $3 kinds it makes, $4 task ids it has already. */
export const CLAIM = `
  WITH next AS (
    SELECT task_id, run_id FROM merge_task
    WHERE (status = 'queued'
        OR (status = 'processing' AND lease_until < now() AND attempts < ${TRIES}))
      AND kind = ANY ($3::text[]) AND task_id <> ALL ($4::text[])
    ORDER BY queued_at LIMIT 1
    FOR UPDATE SKIP LOCKED
  )
  UPDATE merge_task
  SET status = 'processing', worker_id = $1, run_id = $2, lease_until = ${LEASE},
    attempts = attempts + 1
  FROM next WHERE merge_task.task_id = next.task_id
  RETURNING merge_task.task_id AS "taskId", merge_task.recipe, merge_task.progress,
    merge_task.accepts_damage AS "acceptsDamage", next.run_id AS "staleRunId"`;
