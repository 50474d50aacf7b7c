import { Component, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { ChunkLoadError, reloadOnce, showOffline } from '../../lib/browser/stale-build.js';
import { Spinner } from './spinner.js';
import { Button, ButtonLink } from '../buttons/button.js';

function CrashPage() {
  const { t } = useTranslation();
  const { email } = useSite().config.contact;
  return (
    <div role="alert" className="wrap grid justify-items-start gap-4 py-20">
      <h1 className="text-title">{t('crash.heading')}</h1>
      <p className="text-muted">{t('crash.text')}</p>
      {email !== '' && <p className="text-muted">{t('crash.contact')}</p>}
      <p className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
        <ButtonLink variant="quiet" href={`${useSite().prefix}/`}>
          {t('crash.home')}
        </ButtonLink>
      </p>
    </div>
  );
}

interface CrashBoundaryProps {
  /** Key of the boundary, which resets on navigation. */
  readonly page: string;
  /** Shown instead of the error page, for parts that a visitor can do without. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly phase: 'fine' | 'reloading' | 'crashed';
  readonly page: string;
}

/**
 * Shows an error page instead of a blank screen when a page crashes. If a deployment has replaced
 * the page's code, reloads the document at the current URL.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { phase: 'fine', page: this.props.page };
  /** Aborted when the visitor leaves the page whose code is missing. */
  private leaving = new AbortController();

  static getDerivedStateFromProps(
    { page }: CrashBoundaryProps,
    state: CrashBoundaryState,
  ): CrashBoundaryState | null {
    return page === state.page ? null : { phase: 'fine', page };
  }

  static getDerivedStateFromError(error: unknown): Pick<CrashBoundaryState, 'phase'> {
    return { phase: error instanceof ChunkLoadError ? 'reloading' : 'crashed' };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError && this.props.fallback === undefined) {
      void this.reload();
    }
  }

  override componentDidUpdate({ page }: CrashBoundaryProps) {
    if (page !== this.props.page) {
      this.leaving.abort();
    }
  }

  private async reload(): Promise<void> {
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    const { pathname, search } = window.location;
    const address = `${pathname}${search}`;
    const leave = async () =>
      (await reloadOnce(address, { signal })) || (await showOffline(address, { signal }));
    const isLeaving = await leave().catch(() => false);
    if (!isLeaving && !signal.aborted) {
      this.setState({ phase: 'crashed' });
    }
  }

  override render() {
    switch (this.state.phase) {
      case 'fine':
        return this.props.children;
      case 'reloading':
        return this.props.fallback === undefined ? <Spinner /> : this.props.fallback;
      case 'crashed':
        return this.props.fallback === undefined ? <CrashPage /> : this.props.fallback;
    }
  }
}
