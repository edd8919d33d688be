import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lectern } from '../peers/lectern.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'

export type Place = { readonly folder: string; readonly database: string }

export type CheckedProject = {
  readonly name: string
  /** Writes the folder, and content that does not come over REST; the database is empty. */
  make(place: Place): void
  /** Attributes of an article other than its title. */
  article(links: { readonly author: string; readonly image: number }): object
}

const optionsOf = ({ folder, database }: Place): readonly string[] => ['--project', folder, '--database', database]

const copyOf = (source: string, target: string): void =>
  cpSync(source, target, { recursive: true, filter: (path) => !/[\\/](\.tmp|\.env)$/.test(path) })

/** Drafts for all callers who may find entries, as in Strapi; a new project is stricter. */
const showDrafts = (folder: string): void => {
  const file = join(folder, 'config', 'api.js')
  const text = readFileSync(file, 'utf8')
  const changed = text.replace("drafts: 'granted'", "drafts: 'find'")
  if (changed === text) throw new Error(`${file} does not say who may see drafts.`)
  writeFileSync(file, changed)
}

const richArticle: CheckedProject['article'] = ({ author, image }) => ({
  author,
  cover: image,
  gallery: [image],
  format: 'essay',
  views: 12,
  rating: 4.5,
  featured: true,
  publishDay: '2026-02-28',
  openTime: '09:30:00.000',
  eventAt: '2026-03-01T10:00:00.000Z',
  metadata: { deep: [1, { two: null }] },
  content: [{ type: 'paragraph', children: [{ type: 'text', text: 'Blocks.' }] }],
  seo: { metaTitle: 'For engines', ogImage: image, social: [{ network: 'mastodon', handle: '@a', owner: author }] },
  links: [
    { label: 'one', url: 'https://example.com/1' },
    { label: 'two', url: 'https://example.com/2' },
  ],
  sections: [
    { __component: 'blocks.hero', heading: 'Hero', background: image, cta: { label: 'go', url: '/go' } },
    { __component: 'blocks.quote', text: 'Quoted.', by: author },
    { __component: 'blocks.gallery', caption: 'Seen', images: [image] },
    { __component: 'blocks.cta', title: 'Do', links: [{ label: 'do', url: '/do' }] },
  ],
})

export const checkedProjects: readonly CheckedProject[] = [
  {
    name: 'starter',
    make: ({ folder }) => {
      lectern('new', folder)
      showDrafts(folder)
    },
    article: ({ author }) => ({ author, summary: 'Short.', links: [{ label: 'more', url: 'https://example.com' }] }),
  },
  {
    name: 'example',
    make: (place) => {
      copyOf(fromRoot('example'), place.folder)
      lectern('import', join(place.folder, 'content'), ...optionsOf(place), '--replace')
    },
    article: richArticle,
  },
  {
    name: 'magazine',
    make: (place) => {
      copyOf(fixtureProject, place.folder)
      lectern(
        'import',
        fromRoot('test', 'fixtures', 'export', 'magazine-export.tar.gz'),
        ...optionsOf(place),
        '--replace',
      )
    },
    article: richArticle,
  },
]
