import { LatestMap } from '../../../../lib/state/latest-map.js';
import type { ListEntry } from '@dipper/contract';
import type { KeyboardEvent } from 'react';
import type { Selection } from '../selection.js';
import { EntryRow } from './entry-row.js';
import type { RunStanding } from '../run/run.reducer.js';

/** The entry whose formats the visitor viewed last, for each list in this tab. */
const picked = new LatestMap<string, string>(20);

interface EntryListProps {
  readonly listId: string;
  readonly isAudio: boolean;
  /** The author of the list. Rows only show authors who differ from this one. */
  readonly uploader: string | null;
  readonly entries: readonly ListEntry[];
  readonly selection: Selection;
  readonly onChoose: (id: string, on: boolean, stretch: boolean) => void;
  readonly standings: ReadonlyMap<string, RunStanding>;
  readonly onAgain: (id: string) => void;
  readonly onPick: (url: string) => void;
  /** Called when a row comes into view, so that its title can be requested. */
  readonly onSeen: ((url: string) => void) | undefined;
}

const BOX = 'input[type=checkbox]';
const STEPS: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, length) => length - 1,
};

/** Moves between the checkboxes with the arrow keys, skipping the links in between. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>(BOX)];
  const at = boxes.indexOf(event.target as HTMLElement);
  const next = at === -1 ? undefined : boxes[STEPS[event.key]?.(at, boxes.length) ?? -1];
  if (next !== undefined) {
    event.preventDefault();
    next.focus();
  }
}

/** The entries of a list. The browser skips rendering rows outside the viewport. */
export function EntryList(props: EntryListProps) {
  const { listId, uploader, entries, selection, standings, onPick } = props;
  const { onChoose, onAgain, onSeen } = props;
  return (
    <ol className="mt-1 -mx-3 divide-y divide-line" onKeyDown={step}>
      {entries.map((entry, at) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          number={at + 1}
          isAudio={props.isAudio}
          byOther={entry.uploader !== uploader}
          chosen={selection.has(entry.id)}
          picked={picked.get(listId) === entry.id}
          standing={standings.get(entry.id)}
          onChoose={onChoose}
          onAgain={onAgain}
          onSeen={entry.title === null ? onSeen : undefined}
          onPick={() => {
            picked.set(listId, entry.id);
            onPick(entry.url);
          }}
        />
      ))}
    </ol>
  );
}
