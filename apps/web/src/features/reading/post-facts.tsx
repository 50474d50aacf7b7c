import type { PostCard } from '../../content/content-shapes.js';
import { useDates } from '../../i18n/use-dates.js';
import { useTranslation } from '../../i18n/use-translation.js';

/** Tag, day and length of a post, in one line. */
export function PostFacts({ post }: { readonly post: PostCard }) {
  const { t } = useTranslation('blog');
  const day = useDates();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="badge">{post.tag}</span>
      <time dateTime={post.date}>{day(post.date)}</time>
      <span>{t('minutes', { count: post.minutes })}</span>
    </p>
  );
}
