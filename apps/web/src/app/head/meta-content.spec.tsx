import { renderToString } from 'react-dom/server';
import { metaContent } from './meta-content.js';

it.each(['A page', '', `"><script>'x'</script>`, '&amp; &lt; &', 'Größe 世界 $& $1', ' a\nb '])(
  'reads back the content %j that React rendered',
  (content) => {
    const head = renderToString(
      <>
        <meta name="description" content="other" />
        <meta property="og:title" content={content} />
      </>,
    );
    expect(metaContent(head, 'property="og:title"')).toBe(content);
    expect(metaContent(head, 'name="description"')).toBe('other');
    expect(metaContent(head, 'name="keywords"')).toBe('');
  },
);
