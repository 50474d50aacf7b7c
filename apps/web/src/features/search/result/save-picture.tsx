import { Image } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { imageAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../site/site.js';

/** Downloads the thumbnail of an item in its largest size. */
export function SavePicture(props: { readonly url: string; readonly grant: string | null }) {
  const { t } = useTranslation('search');
  const { api } = useSite().config;
  return (
    <a
      href={`${imageAddress(api, props.url, props.grant)}&download=1`}
      download=""
      className="flex min-h-11 items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk"
    >
      <Image aria-hidden size={18} className="text-muted" />
      {t('result.picture')}
    </a>
  );
}
