import { useTranslation } from '../../i18n/use-translation.js';
import { Link } from 'react-router-dom';
import { useSite } from '../../lib/site.js';
import { BrandMark } from '../../ui/illustration.js';

/** An address of a picture, in `logo.icon`; anything else is a name of an icon. */
const PICTURE = /^(https:\/\/|\/)/;

/** Logo and name, linking home. */
export function Brand() {
  const { t } = useTranslation();
  const { name, logo } = useSite().config.branding;
  return (
    <Link
      to="/"
      aria-label={t('home', { name })}
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg font-display text-lg"
    >
      {logo.type === 'image' && PICTURE.test(logo.icon) ? (
        <img src={logo.icon} alt="" width={36} height={36} className="size-9" />
      ) : (
        <BrandMark className="size-9" />
      )}
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </Link>
  );
}
