import type { ReactNode } from 'react';
import { FormFrame } from '../../ui/form/form-frame.js';
import { SubmitButton } from '../../ui/form/submit-button.js';
import type { FieldValues } from '../../ui/form/use-form.js';
import type { SettingsForm } from './use-settings-form.js';

interface SettingsFrameProps<Values extends FieldValues> {
  readonly settings: SettingsForm<Values>;
  readonly submit: string;
  readonly busyWords: string;
  readonly children: ReactNode;
}

/** One tab's fields, with the save button and the confirmation message. */
export function SettingsFrame<Values extends FieldValues>(props: SettingsFrameProps<Values>) {
  const { settings, submit, busyWords, children } = props;
  const { form, done, touched } = settings;
  return (
    <div onInput={touched}>
      <FormFrame form={form}>
        {children}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton form={form} busyWords={busyWords} className="max-sm:w-full">
            {submit}
          </SubmitButton>
          <p role="status" className="font-medium text-link">
            {done}
          </p>
        </div>
      </FormFrame>
    </div>
  );
}
