/** `watch` and `watchOne`: the types of `find` and `findOne`, again and again. */

import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

export async function lists() {
  const { signal } = new AbortController()
  for await (const { data, meta } of client.tags.watch({ fields: ['label'] }, { signal })) {
    same<{ id: number; documentId: string; label: string }[]>()(data)
    same<number>()(meta.pagination.total)
  }
}

export async function entries() {
  for await (const { data } of client.tags.watchOne('x', { fields: ['label'] })) {
    same<{ id: number; documentId: string; label: string }>()(data)
  }
  for await (const { data } of client.homepage.watch({ fields: [] })) {
    same<{ id: number; documentId: string }>()(data)
  }
}

export function mistakes() {
  // @ts-expect-error: no such field
  client.tags.watch({ fields: ['nope'] })
  // @ts-expect-error: of which entry?
  client.tags.watchOne()
  // @ts-expect-error: the extension is off
  plain.tags.watch()
  // @ts-expect-error: the extension is off
  plain.homepage.watch()
}
