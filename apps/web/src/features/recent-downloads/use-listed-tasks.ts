import { useCallback, useEffect, useRef, useState } from 'react';
import {
  forgetAllTasks,
  forgetTasks,
  type KeptTask,
  keptTasks,
  restoreTasks,
} from '../../entities/task/kept/kept-tasks.js';
import { KEPT_TASKS_KEY } from '../../entities/task/kept/kept-tasks-key.js';
import { onStoredElsewhere } from '../../lib/browser/stored-elsewhere.js';

interface ListedTasks {
  readonly tasks: readonly KeptTask[];
  /** Removes a task from the list and from the device. */
  readonly remove: (taskId: string) => void;
  /**
   * Removes all tasks.
   * @returns a function that restores them
   */
  readonly clear: () => () => void;
  /** Removes tasks from the device but keeps them on the list until the visitor leaves. */
  readonly tellOnce: (taskIds: readonly string[]) => void;
}

const idOf = ({ task_id }: KeptTask) => task_id;

/**
 * Returns the list after another tab has changed the stored tasks. The order stays, and new tasks
 * come first.
 * @param told tasks that are listed but no longer stored; they are removed once no stored task is
 * left
 */
function changedList(
  listed: readonly KeptTask[],
  kept: readonly KeptTask[],
  told: ReadonlySet<string>,
): readonly KeptTask[] {
  if (kept.length === 0) {
    return [];
  }
  const known = new Set(listed.map(idOf));
  const left = new Set(kept.map(idOf));
  return [
    ...kept.filter((task) => !known.has(idOf(task))),
    ...listed.filter((task) => left.has(idOf(task)) || told.has(idOf(task))),
  ];
}

/** This browser's stored tasks, including changes made by other tabs. */
export function useListedTasks(): ListedTasks {
  const [tasks, setTasks] = useState(() => keptTasks());
  const told = useRef(new Set<string>());
  useEffect(() => {
    const readAgain = () => setTasks((listed) => changedList(listed, keptTasks(), told.current));
    const watched = new AbortController();
    onStoredElsewhere(KEPT_TASKS_KEY, readAgain, watched.signal);
    return () => watched.abort();
  }, []);
  const remove = useCallback((taskId: string) => {
    forgetTasks([taskId]);
    setTasks((all) => all.filter((task) => idOf(task) !== taskId));
  }, []);
  const clear = useCallback(() => {
    const [kept, listed] = [keptTasks(), tasks];
    forgetAllTasks();
    setTasks([]);
    return () => {
      restoreTasks(kept);
      // Failed and expired tasks are listed as well, although they are no longer stored.
      const known = new Set(listed.map(idOf));
      setTasks((since) => [...since.filter((task) => !known.has(idOf(task))), ...listed]);
    };
  }, [tasks]);
  const tellOnce = useCallback((taskIds: readonly string[]) => {
    taskIds.forEach((taskId) => told.current.add(taskId));
    forgetTasks(taskIds);
  }, []);
  return { tasks, remove, clear, tellOnce };
}
