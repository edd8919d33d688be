/** The front page, in both languages. */

export const HOMEPAGE = {
  featured: ['river-minutes', 'night-train', 'greenhouse', 'lighthouse'],
  banner: 'lighthouse',
  en: {
    headline: 'Small things, looked at for a long time',
    intro: 'Marginalia is a magazine about what is written beside the text.',
    seo: {
      metaTitle: 'Marginalia',
      metaDescription: 'A magazine about rivers, paper, soup and the night sky.',
      keywords: 'magazine, essays',
      ogImage: 'owl',
      social: [{ network: 'mastodon', handle: '@marginalia', owner: 'clara' }],
    },
  },
  fr: {
    headline: 'De petites choses, longuement regardées',
    intro: 'Marginalia est une revue sur ce qui s’écrit à côté du texte.',
    seo: {
      metaTitle: 'Marginalia',
      metaDescription: 'Une revue sur les rivières, le papier, la soupe et le ciel nocturne.',
      keywords: 'revue, essais',
      ogImage: 'owl',
      social: [{ network: 'mastodon', handle: '@marginalia_fr', owner: 'bertrand' }],
    },
  },
}
