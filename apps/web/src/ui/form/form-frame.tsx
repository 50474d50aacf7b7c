import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../alert-box.js';
import type { FieldValues, Form } from './use-form.js';

/** Forms with at most this many errors need no summary. */
const FEW = 3;

interface FormFailureProps {
  readonly sentence: string | undefined;
  readonly isSmall?: boolean;
}

/**
 * The error of the request. Scrolled into view, because on a phone it may be far from the button.
 */
export function FormFailure({ sentence, isSmall = false }: FormFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence !== undefined) {
      box.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [sentence]);
  return sentence === undefined ? null : (
    <div ref={box} className="scroll-mt-5">
      <AlertBox isSmall={isSmall}>{sentence}</AlertBox>
    </div>
  );
}

/** A summary of many errors, each of which links to its field. */
function Problems({ problems }: Pick<Form<FieldValues>, 'problems'>) {
  const { t } = useTranslation('account');
  return (
    <AlertBox>
      <p>{t('form.problems', { count: problems.length })}</p>
      <ul className="ms-5 list-disc">
        {problems.map(({ id, sentence }) => (
          <li key={id}>
            <button
              type="button"
              className="min-h-6 cursor-pointer text-start underline underline-offset-2"
              onClick={() => document.getElementById(id)?.focus()}
            >
              {sentence}
            </button>
          </li>
        ))}
      </ul>
    </AlertBox>
  );
}

/**
 * Announces a few errors after a submit, because nothing else does if the field already has the
 * focus.
 */
function FewProblems({ problems, refusals }: Pick<Form<FieldValues>, 'problems' | 'refusals'>) {
  const { t } = useTranslation('account');
  const [told, setTold] = useState({ refusals, text: '' });
  if (told.refusals !== refusals) {
    const few = problems.length <= FEW ? problems : [];
    const heading = few.length > 0 ? t('form.problems', { count: few.length }) : '';
    const sentences = few.map(({ sentence }) => sentence);
    // The same text would not be announced again.
    const changed = refusals % 2 === 0 ? '\u00A0' : '';
    setTold({ refusals, text: [heading, ...sentences].join(' ') + changed });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {told.text}
    </p>
  );
}

interface FormFrameProps<Values extends FieldValues> {
  readonly form: Form<Values>;
  /** True if the request's failure is shown elsewhere. */
  readonly withoutFailure?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Wraps a form's fields. The method is only used without scripts, where it keeps passwords out of
 * the URL.
 */
export function FormFrame<Values extends FieldValues>(props: FormFrameProps<Values>) {
  const { form, withoutFailure = false, className = 'grid grid-cols-1 gap-4', children } = props;
  const { problems, refusals, failure, busy, onSubmit } = form;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={onSubmit} className={className}>
      <FewProblems problems={problems} refusals={refusals} />
      {problems.length > FEW && <Problems problems={problems} />}
      {!withoutFailure && <FormFailure sentence={failure} />}
      {children}
    </form>
  );
}
