import { ChevronRight, LayoutGrid } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { ButtonLink } from '../../../ui/buttons/button.js';
import { SiteLink } from '../../../ui/links/site-link.js';
import { useMedia } from '../address/shown-media.js';
import { ROW } from '../other-files/file-row.js';

interface OtherFormatsProps {
  /** True if this is the primary action, because the current format does not work. */
  readonly primary?: boolean;
  /** True if this is the last row below a finished file. */
  readonly isRow?: boolean;
}

/** Links back to the formats of the source page: to the earlier result, or to a new search. */
export function OtherFormats({ primary = false, isRow = false }: OtherFormatsProps) {
  const { sourceUrl } = useMedia();
  const { t } = useTranslation('preview');
  const icon = <LayoutGrid aria-hidden size={18} className={isRow ? 'shrink-0 text-muted' : ''} />;
  const words = t(primary ? 'damage.others' : 'actions.others');
  return isRow ? (
    <SiteLink {...searchLink(sourceUrl)} className={ROW}>
      {icon}
      <span className="min-w-0 grow">{words}</span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:-scale-x-100" />
    </SiteLink>
  ) : (
    <ButtonLink {...searchLink(sourceUrl)} variant={primary ? 'primary' : 'quiet'}>
      {icon}
      {words}
    </ButtonLink>
  );
}
