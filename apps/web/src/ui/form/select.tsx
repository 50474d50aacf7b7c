import type { ComponentProps } from 'react';

/** The look of a select without a form. Its width, padding and font are up to the caller. */
export const SELECT_CLASS = 'min-h-11 cursor-pointer rounded-control border border-edge bg-surface';

interface SelectProps<T extends string | number> extends Omit<
  ComponentProps<'select'>,
  'children' | 'onChange' | 'value'
> {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}

/** A select whose choice takes effect immediately. In forms, `SelectField` is used. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { options, onChoose, className = '', ...rest } = props;
  return (
    <select
      {...rest}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen !== undefined) {
          onChoose(chosen.value);
        }
      }}
      className={`${SELECT_CLASS} ${className}`}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
