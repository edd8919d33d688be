/** Shelves, each with its French label. */

export const CATEGORIES = [
  { key: 'places', weight: 10, en: ['Places', 'places'], fr: ['Lieux', 'lieux'] },
  { key: 'rivers', weight: 20, parent: 'places', en: ['Rivers', 'rivers'], fr: ['Rivières', 'rivieres'] },
  { key: 'towns', weight: 30, parent: 'places', en: ['Towns', 'towns'], fr: ['Villes', 'villes'] },
  { key: 'craft', weight: 40, en: ['Craft', 'craft'], fr: ['Métiers', 'metiers'] },
  { key: 'paper', weight: 50, parent: 'craft', en: ['Paper', 'paper'], fr: ['Papier', 'papier'] },
  { key: 'music', weight: 60, parent: 'craft', en: ['Music', 'music'], fr: ['Musique', 'musique'] },
  { key: 'kitchen', weight: 70, en: ['Kitchen', 'kitchen'], fr: ['Cuisine', 'cuisine'] },
  { key: 'sky', weight: 80, en: ['Sky', 'sky'], fr: ['Ciel', 'ciel'] },
]
