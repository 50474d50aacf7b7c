import '../../features/reading/prose.css';
import { usePosts, usePostText, useTextLanguage } from '../../content/use-content.js';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { PostFacts } from '../../features/reading/post-facts.js';
import { PostList } from '../../features/reading/post-list.js';
import { ReadingFrame } from '../../features/reading/reading-frame.js';
import { TEXT_PARTS } from '../../features/reading/text-parts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { PageHead } from '../../ui/page-head.js';
import { Plate } from '../../ui/plate.js';
import { TextLink } from '../../ui/links/text-link.js';

/** `/blog/{id}`: a post, and what to read next. */
export function PostPage({ params }: { readonly params: { readonly id: string } }) {
  const { t } = useTranslation('blog');
  const { t: reading } = useTranslation('reading');
  const { name } = useSite().config.branding;
  const posts = usePosts();
  const { headings, default: Body } = usePostText(params.id);
  const language = useTextLanguage(`posts/${params.id}`);
  const post = posts.find(({ id }) => id === params.id);
  if (post === undefined) {
    throw new Error(`posts.json does not list ${params.id}`);
  }
  const related = posts.filter(({ id }) => post.related.includes(id));
  const facts = (
    <div className="grid gap-2">
      <PostFacts post={post} />
      <p className="text-sm text-muted">{t('by', { name })}</p>
    </div>
  );
  return (
    <>
      <ReadingFrame
        above={[{ name: t('name'), to: '/blog' }]}
        name={post.title}
        heading={post.title}
        intro={post.summary}
        plate={<Plate sheet="posts" name={post.id} description={post.plate} />}
        facts={facts}
        headings={headings}
        textLanguage={language}
      >
        <PageHead
          title={post.title}
          description={post.summary}
          article={{ updated: post.checked }}
        />
        <article {...language} className="prose">
          <Body components={TEXT_PARTS} />
        </article>
        <p className="mt-8">
          <TextLink to="/">{reading('try')}</TextLink>
        </p>
      </ReadingFrame>
      <AdSlot kind="responsive" />
      <aside aria-label={t('related')} className="bg-sunk py-12 sm:py-16">
        <div className="wrap grid grid-cols-1 gap-6">
          <h2 className="text-title">{t('related')}</h2>
          <PostList posts={related} level={3} />
          <TextLink to="/blog" className="justify-self-start">
            {t('all')}
          </TextLink>
        </div>
      </aside>
    </>
  );
}
