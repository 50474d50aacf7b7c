import type { HistoryItem } from '@dipper/contract';
import { Copy, Download, RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { headStatus } from '../../../lib/api/api-client.js';
import { apiAddress } from '../../../lib/api/api-address.js';
import { copyText } from '../../../lib/browser/copy-text.js';
import { leave } from '../../../entities/media/handover/handover.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { useSite } from '../../../site/site.js';
import { useToast } from '../../../ui/overlays/use-toast.js';
import { Button, ButtonLink } from '../../../ui/buttons/button.js';
import type { ItemStanding } from './item-standing.js';

interface ActionProps {
  readonly item: HistoryItem;
  readonly title: string;
}

/** Tells screen readers which row the action belongs to. */
function Of({ title }: Pick<ActionProps, 'title'>) {
  return <span className="sr-only"> {title}</span>;
}

/**
 * A plain link, so that each browser saves the file in its own way. A parallel request checks that
 * the file still exists.
 */
function DownloadLink(props: ActionProps & { readonly href: string; readonly onGone: () => void }) {
  const { t } = useTranslation('history');
  const toast = useToast();
  const { api } = useSite().config;
  const { title, href, onGone } = props;
  const check = async () => {
    if ([404, 410].includes(await headStatus(href))) {
      toast({ kind: 'error', text: t('messages.expired') });
      onGone();
    }
  };
  return (
    <ButtonLink
      variant="quiet"
      href={`${apiAddress(api, href)}?download=1`}
      download=""
      onClick={() => void check()}
    >
      <Download aria-hidden size={18} />
      {t('actions.download')}
      <Of title={title} />
    </ButtonLink>
  );
}

/** Searches the original page again and preselects the same format. */
function AgainLink({ item, title, kind }: ActionProps & { readonly kind: 'again' | 'retry' }) {
  const { t } = useTranslation('history');
  const { t: common } = useTranslation();
  const { url, quality, format } = item;
  return (
    <ButtonLink
      variant="quiet"
      {...searchLink(item.url)}
      onClick={() => leave({ format: { url, quality, isAudio: format === 'audio' } })}
    >
      <RotateCcw aria-hidden size={18} />
      {kind === 'again' ? t('actions.again') : common('again')}
      <Of title={title} />
    </ButtonLink>
  );
}

function CopyUrl({ item, title }: ActionProps) {
  const { t } = useTranslation('history');
  const toast = useToast();
  const copy = async () => {
    const isCopied = await copyText(Promise.resolve(item.url));
    toast(
      isCopied
        ? { kind: 'status', text: t('messages.copied') }
        : { kind: 'error', text: t('messages.copyFailed') },
    );
  };
  return (
    <Button variant="plain" onClick={() => void copy()}>
      <Copy aria-hidden size={18} />
      {t('actions.copy')}
      <Of title={title} />
    </Button>
  );
}

interface RowActionsProps extends ActionProps {
  readonly standing: ItemStanding;
  readonly onGone: () => void;
}

/**
 * An item's actions. An item in progress has none, and only an available file has a download link.
 */
export function RowActions({ item, title, standing, onGone }: RowActionsProps) {
  const { kind } = standing;
  if (kind === 'in_progress') {
    return null;
  }
  return (
    <div className="flex gap-x-1 max-md:basis-full max-md:flex-wrap max-md:*:grow max-md:*:px-3 md:grid md:min-w-48 md:shrink-0 md:whitespace-nowrap lg:flex lg:min-w-0">
      {kind === 'kept' && (
        <DownloadLink item={item} title={title} href={standing.href} onGone={onGone} />
      )}
      {kind === 'gone' && <AgainLink item={item} title={title} kind="again" />}
      {kind === 'failed' && <AgainLink item={item} title={title} kind="retry" />}
      {kind !== 'failed' && <CopyUrl item={item} title={title} />}
    </div>
  );
}
