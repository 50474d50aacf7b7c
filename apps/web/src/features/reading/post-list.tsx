import { DEFAULT_LANGUAGE } from '@dipper/site';
import type { PostCard } from '../../content/content-shapes.js';
import { usePostIsInEnglish } from '../../content/use-content.js';
import { Plate } from '../../ui/plate.js';
import { SiteLink } from '../../ui/links/site-link.js';
import { PostFacts } from './post-facts.js';

interface PostListProps {
  readonly posts: readonly PostCard[];
  /** The heading level of the titles: one below the level of the heading above the list. */
  readonly level: 2 | 3;
}

/** Posts as cards. The whole card is clickable, but screen readers get only the title as a link. */
export function PostList({ posts, level }: PostListProps) {
  const isInEnglish = usePostIsInEnglish();
  const Title = `h${String(level)}` as 'h2' | 'h3';
  return (
    <ul className="grid grid-cols-1 gap-5 md:grid-cols-2">
      {posts.map((post) => (
        <li key={post.id} className="card relative grid grid-cols-1 content-start gap-3 p-5 sm:p-6">
          <Plate
            sheet="posts"
            name={post.id}
            description={post.plate}
            className="-mx-5 -mt-5 mb-2 sm:-mx-6 sm:-mt-6"
          />
          <PostFacts post={post} inList />
          <Title className="text-title">
            <SiteLink
              {...(isInEnglish(post.id)
                ? { href: `/blog/${post.id}`, hrefLang: DEFAULT_LANGUAGE }
                : { to: `/blog/${post.id}` })}
              className="after:absolute after:inset-0"
            >
              {post.title}
            </SiteLink>
          </Title>
          <p className="text-muted">{post.summary}</p>
        </li>
      ))}
    </ul>
  );
}
