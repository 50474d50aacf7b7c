import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button, type ButtonLook } from '../buttons/button.js';
import { LineIcon } from '../icons/line-icon.js';
import type { FieldValues, Form } from './use-form.js';

interface SubmitButtonProps<Values extends FieldValues> {
  readonly form: Form<Values>;
  readonly children: ReactNode;
  /** The label while busy. */
  readonly busyWords: ReactNode;
  /** `primary` by default. */
  readonly variant?: ButtonLook['variant'];
  readonly className?: string;
}

/** Submits a form once. If the server asks for a wait, the button counts down. */
export function SubmitButton<Values extends FieldValues>(props: SubmitButtonProps<Values>) {
  const { form, children, busyWords, variant = 'primary', className = '' } = props;
  const { t } = useTranslation();
  const waits = form.waitSeconds > 0;
  return (
    <Button
      type="submit"
      variant={variant}
      busy={form.busy || waits}
      className={`min-h-12 tabular-nums ${className}`.trimEnd()}
    >
      {form.busy && <LineIcon icon="LoaderCircle" className="animate-spin" />}
      {waits ? t('againIn', { seconds: form.waitSeconds }) : form.busy ? busyWords : children}
    </Button>
  );
}
