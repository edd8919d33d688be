/** `fields: ['-body']`, `populate: ['*', '-reviews']`. */

import { client, plain } from '../extensions.ts'
import { same, sameType } from '../same.ts'

const { articles, tags } = client

export async function results() {
  const all = await tags.find()
  const reduced = await tags.find({ fields: ['-label', '-createdAt'] })
  type TagFields = (typeof all.data)[number]
  sameType<Exclude<keyof TagFields, 'label' | 'createdAt'>, keyof (typeof reduced.data)[number]>()
  const starred = await tags.find({ fields: ['*', '-label'] })
  sameType<Exclude<keyof TagFields, 'label'>, keyof (typeof starred.data)[number]>()
  const one = await tags.find({ fields: '-label' })
  sameType<Exclude<keyof TagFields, 'label'>, keyof (typeof one.data)[number]>()

  const { data } = await articles.find({
    fields: ['id'],
    populate: { author: { fields: ['-bio', '-born', '-followers', '-createdAt', '-updatedAt', '-publishedAt'] } },
  })
  same<{ id: number; documentId: string; author: { id: number; documentId: string; name: string } | null }[]>()(data)

  const everything = await articles.find({ fields: ['id'], populate: '*' })
  const but = await articles.find({ fields: ['id'], populate: ['*', '-reviews', '-tags'] })
  type Everything = (typeof everything.data)[number]
  sameType<Omit<Everything, 'reviews' | 'tags'>[], typeof but.data>()
}

export function queries() {
  articles.find({ populate: { author: { populate: ['*', '-mentor'] } } })
  articles.findOne('abc', { fields: ['-body'] })

  // @ts-expect-error no such field
  articles.find({ fields: ['-titel'] })
  // @ts-expect-error a private attribute
  articles.find({ fields: ['-notes'] })
  // @ts-expect-error identifiers are always there
  articles.find({ fields: ['-id'] })
  // @ts-expect-error fields to show, or to leave out
  articles.find({ fields: ['title', '-body'] })
  // @ts-expect-error a relation is no field
  articles.find({ fields: ['-author'] })
  // @ts-expect-error no such link
  articles.find({ populate: ['*', '-autor'] })
  // @ts-expect-error of what?
  articles.find({ populate: ['-author'] })
  // @ts-expect-error all but this, or this
  articles.find({ populate: ['*', 'author'] })
}

export function off() {
  plain.articles.find({ fields: ['title'], populate: '*' })
  // @ts-expect-error an extension
  plain.articles.find({ fields: ['-title'] })
  // @ts-expect-error an extension
  plain.articles.find({ populate: ['*', '-author'] })
}
