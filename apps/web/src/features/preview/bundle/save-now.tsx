import { API } from '@dipper/contract';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { apiAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../site/site.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

interface SaveNowProps {
  readonly taskId: string;
  readonly filename: string | null;
}

/** Downloads a zip while it is being filled. The download ends when the zip is complete. */
export function SaveNow({ taskId, filename }: SaveNowProps) {
  const { t } = useTranslation('preview');
  const { api } = useSite().config;
  const hint = useId();
  return (
    <div className="grid justify-items-start gap-1.5">
      <ButtonLink
        variant="quiet"
        className="max-sm:w-full"
        href={apiAddress(api, API.bundle(taskId))}
        download={filename ?? ''}
        aria-describedby={hint}
      >
        <Download aria-hidden size={18} />
        {t('bundle.now')}
      </ButtonLink>
      <p id={hint} className="text-sm text-muted">
        {t('bundle.nowHint')}
      </p>
    </div>
  );
}
