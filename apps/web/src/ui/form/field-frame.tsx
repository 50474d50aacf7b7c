import type { ReactNode } from 'react';

/** A box to type or to choose in. */
export const FIELD_CLASS =
  'min-h-11 w-full min-w-0 rounded-control border border-edge bg-surface px-3 aria-invalid:border-danger';

/** What every field has: its words, and what is wrong with it. */
export interface FieldWords {
  readonly id: string;
  readonly label: ReactNode;
  /** What it is for; gives way to an error. */
  readonly hint?: ReactNode;
  readonly error: string | undefined;
}

const noteOf = (id: string) => `${id}-note`;

/** What the field itself says about its state. */
export function fieldState({ id, hint, error }: Omit<FieldWords, 'label'>) {
  const isNoted = error !== undefined || hint !== undefined;
  return {
    id,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': isNoted ? noteOf(id) : undefined,
  } as const;
}

/** Below a field: what is wrong with it, else what it is for. */
export function FieldNote({ id, hint, error }: Omit<FieldWords, 'label'>) {
  const words = error ?? hint;
  return (
    words !== undefined && (
      <p
        id={noteOf(id)}
        className={`text-sm ${error === undefined ? 'text-muted' : 'font-medium text-danger'}`}
      >
        {words}
      </p>
    )
  );
}

/** A label above a field, and its note below. */
export function FieldFrame({
  children,
  label,
  ...note
}: FieldWords & { readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={note.id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <FieldNote {...note} />
    </div>
  );
}
