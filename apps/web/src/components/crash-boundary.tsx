import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

function CrashPage() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="wrap grid justify-items-start gap-4 py-20">
      <h1 className="text-title">{t('crash.heading')}</h1>
      <p className="text-muted">{t('crash.text')}</p>
      <p className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-primary"
          onClick={() => window.location.reload()}
        >
          {t('crash.reload')}
        </button>
        <a href="/" className="button button-quiet">
          {t('crash.home')}
        </a>
      </p>
    </div>
  );
}

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps a mistake in one page from leaving the visitor with a white screen. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}
