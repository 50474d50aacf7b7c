import { FieldNote, fieldState, type FieldWords } from './field-frame.js';
import type { FieldBinding } from './use-form.js';

type CheckFieldProps = FieldBinding & Pick<FieldWords, 'label' | 'hint'>;

export function CheckField({ label, hint, error, id, ...input }: CheckFieldProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          {...input}
          {...fieldState({ id, hint, error })}
          type="checkbox"
          className="size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      <div className="-mt-1 ps-8 empty:hidden">
        <FieldNote id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}
