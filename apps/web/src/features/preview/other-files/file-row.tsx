import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Wish } from '@dipper/contract';
import { Badge } from '../../../ui/badge.js';
import type { Making } from './use-making.js';

/** Row classes, for other elements such as a link or a summary. */
export const ROW =
  'flex min-h-12 w-full cursor-pointer list-none flex-wrap items-center gap-x-3 px-3 py-2 text-start font-semibold hover:bg-sunk';

interface RowButtonProps {
  readonly icon: LucideIcon;
  /** True while its own request is running, which the icon then shows. */
  readonly isBusy: boolean;
  /** True to ignore clicks. Unlike a disabled button, it keeps the focus. */
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A row that does something with one click. */
export function RowButton({ icon, isBusy, isOff, onClick, ref, children }: RowButtonProps) {
  const Icon = isBusy ? LoaderCircle : icon;
  return (
    <button
      ref={ref}
      type="button"
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => !isOff && onClick()}
      className={ROW}
    >
      <Icon
        aria-hidden
        size={18}
        className={`shrink-0 text-muted ${isBusy ? 'animate-spin' : ''}`}
      />
      {children}
    </button>
  );
}

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
export function FileRow({ icon, label, detail, making, name, wish }: FileRowProps) {
  const { creating, make } = making;
  const isBusy = creating.phase === 'busy';
  return (
    <RowButton
      icon={icon}
      isBusy={isBusy && creating.name === name}
      isOff={isBusy || wish === null}
      onClick={() => wish !== null && make(name, wish)}
    >
      <span className="min-w-0 flex-[1_1_min(8rem,60%)]">{label} </span>
      {detail !== '' && (
        <Badge className="max-w-full truncate tabular-nums">
          <bdi>{detail}</bdi>
        </Badge>
      )}
    </RowButton>
  );
}
