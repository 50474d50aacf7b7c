import type { PreviewQuery } from '@dipper/contract';
import { Link2, Mail, QrCode, Share, Share2 } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import type { ButtonLook } from '../../ui/buttons/button.js';
import { MenuButton } from '../../ui/overlays/menu-button.js';
import type { MenuItem } from '../../ui/overlays/menu.js';
import { useDialog } from '../../ui/overlays/use-dialog.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { shareParams } from '../../entities/share/share-params.js';
import { ShareStatusWords } from './share-status.js';
import { SHARE_TARGETS } from '../../entities/share/share-targets.js';
import { hasShareSheet, SHARE_WAYS, type ShareWay } from '../../entities/share/share-ways.js';
import { useShare } from './use-share.js';

const ICONS = { copy: Link2, email: Mail, native: Share } as const;

function WayIcon({ way }: { readonly way: ShareWay }) {
  if (way === 'copy' || way === 'email' || way === 'native') {
    const Icon = ICONS[way];
    return <Icon aria-hidden size={20} />;
  }
  const { icon, name } = SHARE_TARGETS[way];
  return <PlatformIcon icon={icon} name={name} />;
}

const ALL_WAYS = Object.keys(SHARE_WAYS) as readonly ShareWay[];

/**
 * Returns the ways to share on this device: all of SHARE_WAYS, but `native` only if the browser has
 * a share sheet. The server can't know that, but it never renders an open menu.
 * @param besideLink true to leave out `copy`, because the link has its own copy button
 */
function waysHere(besideLink: boolean): readonly ShareWay[] {
  const hasSheet = typeof navigator !== 'undefined' && hasShareSheet();
  return ALL_WAYS.filter(
    (way) => (way !== 'native' || hasSheet) && (way !== 'copy' || !besideLink),
  );
}

const loadLinkDialog = async () => (await import('./link-dialog.js')).LinkDialog;

interface ShareMenuProps extends Partial<ButtonLook> {
  /** The query of the shared preview. */
  readonly query: PreviewQuery;
  /** True next to a link that has its own copy button. */
  readonly besideLink?: boolean;
}

/**
 * The Share button, which offers every way to share a preview's short link (specification §4 and
 * §7).
 */
export function ShareMenu({ query, besideLink = false, ...look }: ShareMenuProps) {
  const { t } = useTranslation('share');
  const { origin } = useSite();
  const dialog = useDialog();
  const params = shareParams(query, origin);
  const { status, share } = useShare(params, () =>
    dialog.open(loadLinkDialog, { params, byHand: true }),
  );
  const items: readonly MenuItem[] = [
    ...waysHere(besideLink).map((way) => ({
      id: way,
      icon: <WayIcon way={way} />,
      label: t(`ways.${way}`),
      onSelect: () => share(way),
    })),
    {
      id: 'qr',
      icon: <QrCode aria-hidden size={20} />,
      label: t('ways.qr'),
      onSelect: () => dialog.open(loadLinkDialog, { params, byHand: false }),
    },
  ];
  const idle = { icon: <Share2 aria-hidden size={20} />, label: t(besideLink ? 'more' : 'share') };
  return (
    <>
      <MenuButton variant="quiet" {...look} items={items}>
        <ShareStatusWords status={status} idle={idle} iconOnly={look.size === 'icon'} />
      </MenuButton>
      {/* A toast announces the outcome. */}
      <span role="status" className="sr-only">
        {status === 'loading' ? t('status.loading') : ''}
      </span>
    </>
  );
}
