import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useAccountFailure } from '../../../entities/session/account-failure.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { Button } from '../../../ui/buttons/button.js';
import type { AccountData } from './use-account-data.js';

interface LoadedSectionProps<T> {
  readonly heading: string;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly text: string;
  readonly loaded: AccountData<T>;
  readonly children: (value: T) => ReactNode;
}

/** A section whose content comes from the server, and why the last change of it failed. */
export function LoadedSection<T>(props: LoadedSectionProps<T>) {
  const { heading, headingRef, text, loaded, children } = props;
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const failureWords = useAccountFailure();
  const id = useId();
  const { data, reload, failure } = loaded;
  return (
    <section aria-labelledby={id} aria-busy={data.step === 'loading'}>
      <div className="grid grid-cols-1 gap-4">
        <div className="grid gap-1">
          <h3 ref={headingRef} id={id} tabIndex={-1} className="text-lg">
            {heading}
          </h3>
          <p className="text-muted">{text}</p>
        </div>
        {data.step === 'failed' && (
          <div className="grid justify-items-start gap-2">
            <AlertBox isSmall>{failureWords(data.error, { sentence: t('api.failed') })}</AlertBox>
            <Button variant="quiet" onClick={reload}>
              {common('again')}
            </Button>
          </div>
        )}
        {failure !== null && <AlertBox isSmall>{failure}</AlertBox>}
        {data.step === 'loaded' ? children(data.value) : <div className="min-h-40" />}
      </div>
    </section>
  );
}
