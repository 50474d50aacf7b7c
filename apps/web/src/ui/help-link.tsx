import type { ErrorCode } from '@dipper/contract';
import { useTranslation } from '../i18n/use-translation.js';
import { ButtonLink } from './button.js';

interface HelpLinkProps {
  /** Of the error; its article in the help center has an anchor of this name. */
  readonly code: ErrorCode | (string & {});
}

/** To the article about an error. In a tab of its own: what was typed and found stays where it is. */
export function HelpLink({ code }: HelpLinkProps) {
  const { t } = useTranslation();
  return (
    <ButtonLink variant="quiet" to={`/help-center#${code}`} target="_blank">
      {t('explain')}
    </ButtonLink>
  );
}
