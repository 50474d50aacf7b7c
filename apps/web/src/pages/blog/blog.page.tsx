import { usePosts } from '../../content/use-content.js';
import { PostList } from '../../features/reading/post-list.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { Breadcrumbs } from '../../ui/links/breadcrumbs.js';
import { PageHead } from '../../ui/page-head.js';

/** `/blog`: every post, newest first. */
export function BlogPage() {
  const { t } = useTranslation('blog');
  const { t: common } = useTranslation();
  return (
    <div className="wrap grid grid-cols-1 gap-8 pt-6 pb-16 sm:pb-24">
      <PageHead title={t('title')} description={t('description')} />
      <header className="grid max-w-3xl grid-cols-1 gap-4">
        <Breadcrumbs
          label={common('trail')}
          steps={[{ name: common('start'), to: '/' }, { name: t('name') }]}
        />
        <h1 tabIndex={-1} className="text-display">
          {t('heading')}
        </h1>
        <p className="text-lg text-muted">{t('intro')}</p>
      </header>
      <PostList posts={usePosts()} level={2} />
    </div>
  );
}
