import { useEffect, useState } from 'react';
import type { MergeSocket } from './merge-socket.js';
import type { MergeEvent } from './merge.reducer.js';
import { type SocketLink, watchMerge } from './watch-merge.js';

interface MergeSocketInput {
  readonly taskId: string;
  /** Number of the visitor's try. */
  readonly run: number;
  readonly active: boolean;
  readonly report: (event: MergeEvent) => void;
}

async function openLazily(): Promise<MergeSocket> {
  return (await import('./merge-socket.js')).openMergeSocket();
}

/** Feeds the reducer by socket while `active`. @returns the connection's state */
export function useMergeSocket({ taskId, run, active, report }: MergeSocketInput): SocketLink {
  const key = `${run} ${taskId}`;
  const [known, setKnown] = useState<{ key: string; link: SocketLink }>({
    key,
    link: 'connecting',
  });

  useEffect(() => {
    if (!active) {
      return;
    }
    return watchMerge({
      taskId,
      open: openLazily,
      onLink: (link) => setKnown({ key, link }),
      onStatus: (status) => report({ type: 'reported', status }),
    });
  }, [active, key, taskId, report]);

  return known.key === key ? known.link : 'connecting';
}
