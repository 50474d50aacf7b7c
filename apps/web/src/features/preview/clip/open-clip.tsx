import type { ClipWish } from '@dipper/contract';
import { clipText } from '@dipper/media';
import { Scissors } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ButtonLink } from '../../../ui/buttons/button.js';

interface OpenClipProps {
  /** The source page of the item. */
  readonly page: string;
  readonly wish: ClipWish;
}

/**
 * Redirects to the clip maker of the source page, set to the clip's times. The link is for browsers
 * that do not redirect.
 */
export function OpenClip({ page, wish: { start, end, as } }: OpenClipProps) {
  const { t } = useTranslation('preview');
  const navigate = useNavigate();
  const target = searchLink(clipText({ link: page, start, end, as: as ?? null }));
  const { to, state } = target;
  useEffect(() => {
    navigate(to, { replace: true, state });
  }, [navigate, to, state]);
  return (
    <>
      <p className="max-w-xl text-lg text-muted">{t('none.clip')}</p>
      <ButtonLink {...target} variant="primary" className="justify-self-start lg:mb-6">
        <Scissors aria-hidden size={18} />
        {t('none.openClip')}
      </ButtonLink>
    </>
  );
}
