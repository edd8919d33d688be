/** `client.batch({ … })`: each part has the type of its own request. */

import { createClient } from '../../../src/client/index.ts'
import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

export async function parts() {
  const { latest, count, home } = await client.batch({
    latest: ({ articles }) => articles.find({ fields: ['slug'], pagination: { limit: 3 } }),
    count: ({ articles }) => articles.aggregate({ sum: ['views'] }),
    home: ({ homepage }) => homepage.find({ fields: ['headline'] }).catch((): null => null),
  })
  same<{ id: number; documentId: string; slug: string | null }[]>()(latest.data)
  same<{ start: number; limit: number; total: number }>()(latest.meta.pagination)
  same<number | null>()(count.data[0]?.sum.views ?? null)
  same<number | null>()(home?.data.id ?? null)
}

export async function withoutTypes() {
  const { tags } = await createClient({ url: '' }).batch({ tags: async (any) => any.tags?.find() })
  return tags
}

export async function mistakes() {
  // @ts-expect-error no such name
  client.batch({ latest: ({ articles }) => articles.find({ fields: ['nope'] }) })
  // @ts-expect-error a part asks, when it is given a client
  client.batch({ latest: client.articles.find() })
  // @ts-expect-error the extension is off
  plain.batch({ latest: ({ articles }) => articles.find() })
}
