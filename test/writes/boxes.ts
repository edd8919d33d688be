/** Boxes with components, a file, and tags that lead back: what servers write until they are killed. */

import type { SiteSpec } from './site-files.ts'

export const BOXES: SiteSpec = {
  types: {
    box: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        parts: { type: 'component', component: 'part.one', repeatable: true },
        cover: { type: 'media' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'boxes' },
      },
    },
    tag: {
      attributes: {
        name: { type: 'string' },
        boxes: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', mappedBy: 'tags' },
      },
    },
  },
  components: { 'part.one': { text: { type: 'string' } } },
  files: 1,
}
