import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormFailure } from '../../ui/form/form-frame.js';
import { useTranslation } from '../../i18n/use-translation.js';
import type { FormState } from './auth-mode.reducer.js';

/** The message's id. It is the dialog's description. */
export const MESSAGE_ID = 'auth-message';

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <p
      role="status"
      className="rise flex items-start gap-3 rounded-xl bg-badge p-3 text-sm font-medium text-on-badge"
    >
      <MailCheck aria-hidden size={20} />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

interface AuthMessageProps extends Pick<FormState, 'notice'> {
  readonly failure: string | undefined;
  /** What the form is for, shown until there is a message. */
  readonly intro: string;
}

/**
 * The message between the heading and the form. Its space is reserved, because a late reply would
 * otherwise shift the layout.
 */
export function AuthMessage({ failure, notice, intro }: AuthMessageProps) {
  const { t } = useTranslation('account');
  return (
    <div id={MESSAGE_ID} className="mb-2 min-h-23 max-[22.5rem]:min-h-28 sm:min-h-17">
      {failure !== undefined ? (
        <FormFailure sentence={failure} isSmall />
      ) : notice !== null ? (
        <Notice>{t(`messages.${notice}`)}</Notice>
      ) : (
        <p className="text-muted">{intro}</p>
      )}
    </div>
  );
}
