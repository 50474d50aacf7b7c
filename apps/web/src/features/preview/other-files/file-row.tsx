import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { Wish } from '@dipper/contract';
import { Badge } from '../../../ui/badge.js';
import type { Making } from './use-making.js';

/** Row classes, for other elements such as a link or a summary. */
export const ROW =
  'flex min-h-12 w-full cursor-pointer list-none flex-wrap items-center gap-x-3 px-3 py-2 text-start font-semibold hover:bg-sunk';

interface FileRowProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The type, language or times of the file to be made; '' if unknown. */
  readonly detail: string;
  readonly making: Making;
  readonly name: string;
  /** Null while there is nothing to make yet. The row stays in place. */
  readonly wish: Wish | null;
}

/** Makes another file of the item with one click. */
export function FileRow({ icon: Icon, label, detail, making, name, wish }: FileRowProps) {
  const { busy, make } = making;
  const isBusy = busy === name;
  return (
    <button
      type="button"
      aria-disabled={busy !== null || wish === null || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (busy === null && wish !== null) {
          make(name, wish);
        }
      }}
      className={ROW}
    >
      {isBusy ? (
        <LoaderCircle aria-hidden size={18} className="shrink-0 animate-spin text-muted" />
      ) : (
        <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      )}
      <span className="min-w-0 grow">{label} </span>
      {detail !== '' && (
        <Badge className="max-w-full truncate tabular-nums">
          <bdi>{detail}</bdi>
        </Badge>
      )}
    </button>
  );
}
