import { nextRoundMs } from '../../entities/task/follow/rounds.js';
import { askStatus } from '../../entities/task/follow/task-status.js';
import { repeat } from '../../lib/time/repeat.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { type Standing, standingOf } from './standing.js';

interface Following {
  readonly taskIds: readonly string[];
  readonly onStanding: (taskId: string, standing: Standing) => void;
  readonly signal: AbortSignal;
}

/**
 * Requests a task's state.
 * @returns null if the server did not respond or was busy, because neither says anything about the
 * task
 */
async function ask(taskId: string, signal: AbortSignal): Promise<Standing | null> {
  const answer = await askStatus(taskId, signal);
  switch (answer.kind) {
    case 'status':
      return standingOf(answer.status, steadyMs());
    case 'unknown':
      return { kind: 'gone' };
    case 'error':
      return null;
  }
}

/**
 * Polls tasks one after another while any of them is running. A list may contain twenty tasks, most
 * of them finished, so they are not followed over sockets. If the server does not respond, the rest
 * of the round is skipped and the next one starts later.
 */
export async function followTasks({ taskIds, onStanding, signal }: Following): Promise<void> {
  let left = taskIds;
  let delayMs = 0;
  const round = async () => {
    const again: string[] = [];
    let answers = true;
    for (const taskId of left) {
      const standing: Standing | null = answers ? await ask(taskId, signal) : null;
      signal.throwIfAborted();
      answers = standing !== null;
      if (standing !== null) {
        onStanding(taskId, standing);
      }
      if (standing === null || standing.kind === 'made') {
        again.push(taskId);
      }
    }
    left = again;
    delayMs = nextRoundMs(delayMs, answers);
    return left.length > 0 ? delayMs : null;
  };
  await repeat(0, round, signal);
}
