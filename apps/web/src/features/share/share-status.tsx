import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import type { ShareStatus } from './use-share.js';

const ICONS = {
  loading: <LoaderCircle aria-hidden size={20} className="animate-spin" />,
  success: <Check aria-hidden size={20} />,
  error: <CircleAlert aria-hidden size={20} />,
} as const;

interface ShareStatusWordsProps {
  readonly status: ShareStatus;
  readonly idle: { readonly icon: ReactNode; readonly label: string };
  /**
   * True if the words are only for screen readers, because everyone else sees the outcome in a
   * toast.
   */
  readonly iconOnly?: boolean;
}

/** A share button's label: its usual text or, briefly, the outcome. */
export function ShareStatusWords({ status, idle, iconOnly = false }: ShareStatusWordsProps) {
  const { t } = useTranslation('share');
  const words = status === 'idle' ? idle.label : t(`status.${status}`);
  return (
    <>
      {status === 'idle' ? idle.icon : ICONS[status]}
      {iconOnly ? <span className="sr-only">{words}</span> : words}
    </>
  );
}
