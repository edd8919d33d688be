/** `pagination: { start: { after: '' } }`, `pagination: { withCount: 'capped' }`. */

import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

const { tags } = client

export async function pages() {
  const first = await tags.find({ fields: ['label'], pagination: { start: { after: '' }, limit: 2 } })
  same<{ limit: number; next: string | null; previous: string | null }>()(first.meta.pagination)
  same<{ limit: number; next: string | null; previous: string | null; total: number }>()(
    (await tags.find({ pagination: { start: { before: 'x' }, withCount: true } })).meta.pagination,
  )
  for await (const { data, meta } of tags.pages({ fields: ['label'], pagination: { start: { after: '' } } })) {
    same<{ id: number; documentId: string; label: string }[]>()(data)
    same<string | null>()(meta.pagination.next)
  }
  for await (const { label } of tags.entries({ pagination: { start: { after: '' }, limit: 50 } })) same<string>()(label)
}

export async function totals() {
  same<{ page: number; pageSize: number; pageCount: number; total: number; totalIs: 'exact' | 'atLeast' }>()(
    (await tags.find({ pagination: { withCount: 'capped' } })).meta.pagination,
  )
  same<{ start: number; limit: number; total: number; totalIs: 'exact' | 'atLeast' }>()(
    (await tags.find({ pagination: { start: 5, withCount: 'capped' } })).meta.pagination,
  )
}

export function mistakes() {
  // @ts-expect-error no such way to count
  tags.find({ pagination: { withCount: 'some' } })
  // @ts-expect-error one side at a time
  tags.find({ pagination: { start: { after: '', before: '' } } })
  // @ts-expect-error no such side
  tags.find({ pagination: { start: { from: '' } } })
  // @ts-expect-error cursors have a limit
  tags.find({ pagination: { start: { after: '' }, pageSize: 3 } })
  // @ts-expect-error all pages are walked forwards
  tags.pages({ pagination: { start: { before: '' } } })
  // @ts-expect-error the extension is off
  plain.tags.find({ pagination: { withCount: 'capped' } })
  // @ts-expect-error the extension is off
  plain.tags.find({ pagination: { start: { after: '' } } })
  // @ts-expect-error the extension is off
  plain.tags.entries({ pagination: { start: { after: '' } } })
}
