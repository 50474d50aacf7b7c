import type { PostCard } from '../../content/content-shapes.js';
import { usePostIsInEnglish } from '../../content/use-content.js';
import { useDates } from '../../i18n/format/use-dates.js';
import { useTranslation } from '../../i18n/use-translation.js';

interface PostFactsProps {
  readonly post: PostCard;
  /** True in a list of posts, where a date would not help the reader choose. */
  readonly inList?: boolean;
}

/** A post's tag and reading time, and the date of its last fact check, if any. */
export function PostFacts({ post, inList = false }: PostFactsProps) {
  const { t } = useTranslation('blog');
  const isInEnglish = usePostIsInEnglish()(post.id);
  const day = useDates();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="badge">{post.tag}</span>
      {isInEnglish && <span>{t('inEnglish')}</span>}
      <span>{t('minutes', { count: post.minutes })}</span>
      {!inList && post.checked !== undefined && (
        <time dateTime={post.checked}>{t('checked', { date: day(post.checked) })}</time>
      )}
    </p>
  );
}
