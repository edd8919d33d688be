/** `pagination: { withCount: { by: ['format'] } }`. */

import type { Match } from '../../../src/client/answers.ts'
import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

const { tags, articles } = client

interface Counted<Value> {
  values: { value: Value; count: number }[]
  more: boolean
}

export async function counts() {
  const { meta } = await articles.find({
    pagination: { withCount: { by: ['format', 'author.name'], byOthers: ['publishDay:month'] } },
  })
  same<Counted<string>>()(meta.facets['author.name'])
  same<Counted<string>>()(meta.facets.publishDay)
  same<number>()(meta.pagination.total)
  const uncounted = await tags.find({ pagination: { limit: 1, withCount: { by: ['label'], total: false } } })
  same<{ pagination: { start: number; limit: number }; facets: { label: Counted<string> }; matches?: Match[] }>()(
    uncounted.meta,
  )
}

export async function mistakes() {
  // @ts-expect-error no such name
  tags.find({ pagination: { withCount: { by: ['nope'] } } })
  // @ts-expect-error no such key
  tags.find({ pagination: { withCount: { of: ['label'] } } })
  // @ts-expect-error not asked for
  ;(await tags.find({ pagination: { withCount: true } })).meta.facets
  // @ts-expect-error the extension is off
  plain.tags.find({ pagination: { withCount: { by: ['label'] } } })
}
