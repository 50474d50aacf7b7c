import type { ErrorCode } from '@dipper/contract';
import { useTranslation } from '../../i18n/use-translation.js';
import { ButtonLink } from './button.js';

interface HelpLinkProps {
  /** The error's code, which is also the anchor of its help article. */
  readonly code: ErrorCode | (string & {});
}

/** Links to the help article about an error, in a new tab so that input and results are kept. */
export function HelpLink({ code }: HelpLinkProps) {
  const { t } = useTranslation();
  return (
    <ButtonLink variant="quiet" to={`/help-center#${code}`} target="_blank">
      {t('explain')}
    </ButtonLink>
  );
}
