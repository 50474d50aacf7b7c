import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import { usePicked, useReturn } from './use-list-way.js';

interface BackToListProps {
  /** Shows the list again. */
  readonly onBack: () => void;
}

/** Shown above an entry's formats. Leads back to the list, as the browser's Back button does. */
export function BackToList({ onBack }: BackToListProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const picked = usePicked();
  useReturn(() => {
    if (picked === null) {
      onBack();
    }
  });
  return (
    <Button
      variant="plain"
      tone="link"
      className="-my-2 me-auto"
      onClick={() => {
        if (picked === null) {
          onBack();
        } else {
          void navigate(-1);
        }
      }}
    >
      <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
      {t('result.back')}
    </Button>
  );
}
