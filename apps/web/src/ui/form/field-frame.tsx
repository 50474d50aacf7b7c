import type { ReactNode } from 'react';

/** The style of inputs and selects. */
export const FIELD_CLASS =
  'min-h-11 w-full min-w-0 rounded-control border border-edge bg-surface px-3 aria-invalid:border-danger';

export interface FieldWords {
  readonly id: string;
  readonly label: ReactNode;
  /** What the field is for. Replaced by an error. */
  readonly hint?: ReactNode;
  readonly error: string | undefined;
}

const noteOf = (id: string) => `${id}-note`;

/** Returns the attributes that describe a field's state. */
export function fieldState({ id, hint, error }: Omit<FieldWords, 'label'>) {
  const isNoted = error !== undefined || hint !== undefined;
  return {
    id,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': isNoted ? noteOf(id) : undefined,
  } as const;
}

/** The note below a field: its error, otherwise its hint. */
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
