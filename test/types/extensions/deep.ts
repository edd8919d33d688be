/** `populate: '**'`. */

import { client, plain } from '../extensions.ts'
import { same, sameType } from '../same.ts'

const { articles, reviews } = client

export async function results() {
  const all = await articles.findOne('abc', { fields: [], populate: '*' })
  const { data } = await articles.findOne('abc', { fields: [], populate: '**' })
  sameType<Exclude<keyof typeof all.data, 'localizations'>, keyof typeof data>()
  same<string | null | undefined>()(data.author?.bio)
  same<number | null | undefined>()(data.author?.mentor?.followers)
  // @ts-expect-error two levels, not three
  data.author?.mentor?.mentor
  if (data.seo !== null) same<string | null>()(data.seo.metaTitle)

  const one = await reviews.findOne('abc', { populate: { '**': 1 } })
  same<string | undefined>()(one.data.article?.title)
  // @ts-expect-error one level, not two
  one.data.article?.author

  const named = await articles.findOne('abc', {
    fields: [],
    populate: { '**': { levels: 1, pagination: { limit: 3 } }, author: { fields: ['name'] }, reviews: false },
  })
  same<{ id: number; documentId: string; name: string } | null>()(named.data.author)
  // @ts-expect-error left out
  named.data.reviews

  const but = await articles.findOne('abc', { fields: [], populate: ['**', '-reviews', '-tags'] })
  sameType<Exclude<keyof typeof all.data, 'localizations' | 'reviews' | 'tags'>, keyof typeof but.data>()

  const below = await articles.findOne('abc', { fields: [], populate: ['**', '-author.mentor', '-tags'] })
  sameType<Exclude<keyof typeof all.data, 'localizations' | 'tags'>, keyof typeof below.data>()
  sameType<Exclude<keyof NonNullable<typeof data.author>, 'mentor'>, keyof NonNullable<typeof below.data.author>>()
}

export function queries() {
  articles.find({ populate: { author: { populate: '**' } } })

  // @ts-expect-error too deep
  articles.find({ populate: { '**': 6 } })
  // @ts-expect-error no such link
  articles.find({ populate: ['**', '-autor'] })
  // @ts-expect-error no such link of authors
  articles.find({ populate: ['**', '-author.mentr'] })
  // @ts-expect-error with '**' alone
  articles.find({ populate: ['*', '-author.mentor'] })
  // @ts-expect-error no such link, beside it
  articles.find({ populate: { '**': 1, autor: true } })
  // @ts-expect-error lists are cut at their beginning
  articles.find({ populate: { '**': { pagination: { page: 2 } } } })
  // @ts-expect-error an extension
  plain.articles.find({ populate: '**' })
  // @ts-expect-error an extension
  plain.articles.find({ populate: { '**': 1 } })
}
