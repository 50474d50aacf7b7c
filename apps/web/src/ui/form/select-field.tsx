import { FIELD_CLASS, FieldFrame, fieldState, type FieldWords } from './field-frame.js';
import type { FieldBinding } from './use-form.js';

type SelectFieldProps = FieldBinding &
  Pick<FieldWords, 'label' | 'hint'> & {
    readonly autoComplete?: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  };

export function SelectField({ label, hint, error, id, options, ...input }: SelectFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...input} {...fieldState({ id, hint, error })} className={FIELD_CLASS}>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
