/** Queries that compile where extensions are on, the types of their responses, and that none compiles where they are off. */

import { createClient } from '../../src/client/index.ts'
import type { Api as PlainApi } from '../fixtures/types/example.js'
import type { Api, Extensions } from '../fixtures/types/extended.js'
import { same } from './same.ts'

const url = 'http://127.0.0.1:1337/api'
export const client = createClient<Api>({ url })
/** Of a server without extensions. */
export const plain = createClient<PlainApi>({ url })

export function zones() {
  const { articles } = client
  articles.find({ filters: { sections: { on: { 'blocks.quote': { text: { $containsi: 'owl' } } } } } })
  articles.find({ filters: { sections: { on: { 'blocks.quote': true, 'blocks.cta': { title: 'x' } } } } })
  articles.find({ filters: { sections: { __component: 'blocks.quote' } } })
  articles.find({ filters: { sections: { __component: { $notIn: ['blocks.quote'] } } } })
  articles.find({ filters: { sections: { $null: true } } })
  articles.find({ filters: { sections: { $not: { __component: 'blocks.cta' } } } })
  articles.find({ filters: { sections: { $none: { __component: 'blocks.cta' } } } })
  articles.find({ filters: { sections: { $count: { $of: { __component: 'blocks.quote' }, $gte: 2 } } } })

  // @ts-expect-error no such component
  articles.find({ filters: { sections: { on: { 'blocks.qoute': true } } } })
  // @ts-expect-error no such attribute
  articles.find({ filters: { sections: { on: { 'blocks.quote': { texts: 'x' } } } } })
  // @ts-expect-error not a component of the zone
  articles.find({ filters: { sections: { __component: 'shared.seo' } } })
  // @ts-expect-error the component is to be named
  articles.find({ filters: { sections: { text: 'x' } } })
  // @ts-expect-error of relations to any type
  articles.find({ filters: { sections: { __type: 'blocks.quote' } } })
  // @ts-expect-error an extension that is off
  plain.articles.find({ filters: { sections: { $null: true } } })
}

export function quantifiers() {
  const { articles, reviews } = client
  articles.find({ filters: { reviews: { $some: { stars: { $gte: 4 } }, $count: { $gte: 1 } } } })
  articles.find({ filters: { reviews: { $every: { approved: true }, stars: 5 } } })
  articles.find({ filters: { $not: { tags: { $none: { label: 'draft' } } } } })
  articles.find({ filters: { tags: { $all: { label: ['red', 'blue'] } } } })
  articles.find({ filters: { tags: { $all: [1, 2] }, categories: { $some: 3 } } })
  articles.find({ filters: { reviews: { $all: { reviewer: { name: ['Ada'] } } } } })
  articles.find({ filters: { reviews: { $count: 3 } } })
  articles.find({ filters: { reviews: { $count: { $of: { approved: true }, $between: [1, 3] } } } })
  articles.find({ filters: { author: { $some: { name: 'x' }, articles: { $count: { $in: [1, 2] } } } } })
  articles.find({ filters: { localizations: { $count: 1 }, links: { $some: { label: 'x' } } } })
  articles.find({ sort: ['reviews.$count:desc', 'title'] })
  articles.find({ sort: { tags: { $count: 'desc' } } })
  articles.find({ populate: { author: { sort: 'articles.$count', filters: { articles: { $count: 1 } } } } })

  // @ts-expect-error no such attribute
  articles.find({ filters: { reviews: { $some: { star: 4 } } } })
  // @ts-expect-error one entry at most: $some or $none
  articles.find({ filters: { author: { $every: { name: 'x' } } } })
  // @ts-expect-error one entry at most: nothing to count
  articles.find({ filters: { author: { $count: 1 } } })
  // @ts-expect-error one entry at most: nothing to count
  reviews.find({ sort: 'reviewer.$count' })
  // @ts-expect-error of entries, not of values
  articles.find({ filters: { title: { $some: 'x' } } })
  // @ts-expect-error one attribute
  articles.find({ filters: { tags: { $all: { label: ['x'], color: ['red'] } } } })
  // @ts-expect-error values, not operators
  articles.find({ filters: { tags: { $all: { label: { $in: ['x'] } } } } })
  // @ts-expect-error an operator of texts
  articles.find({ filters: { reviews: { $count: { $contains: 1 } } } })
  // @ts-expect-error an extension that is off
  plain.articles.find({ filters: { reviews: { $some: { stars: 4 } } } })
  // @ts-expect-error an extension that is off
  plain.articles.find({ sort: 'reviews.$count' })
}

/** The names are those of this server. */
export function names(name: Extensions) {
  if (name === 'exclude') same<'exclude'>()(name)
}

export function localeFallback() {
  client.articles.find({ locale: { $first: ['fr-FR', 'en'] } })
  client.articles.findOne('abc', { locale: { $first: ['fr-CH'] } })
  client.homepage.find({ locale: { $first: ['fr-FR', 'en'] } })

  // @ts-expect-error a list
  client.articles.find({ locale: { $first: 'en' } })
  // @ts-expect-error of one at least
  client.articles.find({ locale: { $first: [] } })
  // @ts-expect-error no such key
  client.articles.find({ locale: { $last: ['en'] } })
  // @ts-expect-error a write has one locale
  client.articles.create({ title: 'x' }, { locale: { $first: ['en'] } })
  // @ts-expect-error the extension is off
  plain.articles.find({ locale: { $first: ['fr-FR', 'en'] } })
  // @ts-expect-error for one entry, too
  plain.articles.findOne('abc', { locale: { $first: ['fr-FR', 'en'] } })
}

export function sorting() {
  client.articles.find({ sort: 'title:asc.ci' })
  client.articles.find({ sort: ['views:desc.nullslast', 'author.name:asc.ci.nullsfirst'] })
  client.articles.find({ sort: { title: 'asc.ci', views: 'desc.nullsfirst' } })
  client.articles.find({ sort: [{ author: { name: 'desc.ci.nullslast' } }] })
  client.articles.find({ sort: '$random:monday' })
  client.articles.find({ sort: ['$random:monday', 'title'] })
  client.articles.find({ populate: { categories: { sort: 'name:asc.ci' } } })

  // @ts-expect-error case first, then nulls
  client.articles.find({ sort: 'title:asc.nullslast.ci' })
  // @ts-expect-error a number has no case
  client.articles.find({ sort: 'views:asc.ci' })
  // @ts-expect-error a number has no case, in an object
  client.articles.find({ sort: { views: 'asc.ci' } })
  // @ts-expect-error a direction comes first
  client.articles.find({ sort: 'title:ci' })
  // @ts-expect-error chance is the first key
  client.articles.find({ sort: ['title', '$random:monday'] })
  // @ts-expect-error a seed is needed
  client.articles.find({ sort: '$random' })
  // @ts-expect-error the extension is off
  plain.articles.find({ sort: 'title:asc.ci' })
  // @ts-expect-error chance, too
  plain.articles.find({ sort: '$random:monday' })
  // @ts-expect-error and nulls in an object
  plain.articles.find({ sort: { views: 'desc.nullslast' } })
}

export function json() {
  client.articles.find({ filters: { metadata: { $path: { 'camera.iso': { $gte: 400 }, lens: null } } } })
  client.articles.find({ filters: { metadata: { $path: { tags: { $has: ['a', 'b'] }, title: { $containsi: 'x' } } } } })
  client.articles.find({ filters: { $not: { metadata: { $has: 'red' } } } })

  // @ts-expect-error an object of paths
  client.articles.find({ filters: { metadata: { $path: 'lens' } } })
  // @ts-expect-error a text has nothing inside
  client.articles.find({ filters: { title: { $path: { lens: 'x' } } } })
  // @ts-expect-error nor is it a list
  client.articles.find({ filters: { title: { $has: 'x' } } })
  // @ts-expect-error the extension is off
  plain.articles.find({ filters: { metadata: { $path: { lens: 'x' } } } })
  // @ts-expect-error lists, too
  plain.articles.find({ filters: { metadata: { $has: 'red' } } })
}

export async function groups() {
  const { data } = await client.articles.aggregate({
    by: ['format', 'publishDay:month', 'author.name'],
    sum: ['views'],
    avg: ['rating'],
    min: ['publishDay'],
    countDistinct: ['author.id'],
    filters: { featured: true },
    having: { count: { $gte: 2 }, sum: { views: { $gt: 10 } } },
    sort: ['count:desc', 'sum.views', 'publishDay'],
    pagination: { page: 2 },
  })
  for (const group of data) {
    same<number>()(group.count)
    same<'news' | 'essay' | 'interview' | 'review' | null>()(group.by.format)
    same<string | null>()(group.by.publishDay)
    same<string | null>()(group.by['author.name'])
    same<number | null>()(group.sum.views)
    same<number>()(group.countDistinct['author.id'])
    // @ts-expect-error not asked for
    group.sum.rating
  }
  // @ts-expect-error no such field
  client.articles.aggregate({ by: ['formt'] })
  // @ts-expect-error a private field
  client.articles.aggregate({ by: ['notes'] })
  // @ts-expect-error the sum of texts
  client.articles.aggregate({ sum: ['title'] })
  // @ts-expect-error through a list
  client.articles.aggregate({ sum: ['reviews.stars'] })
  // @ts-expect-error rich text
  client.articles.aggregate({ by: ['body'] })
  // @ts-expect-error groups have no such value
  client.articles.aggregate({ by: ['format'], sort: 'sum.views' })
  // @ts-expect-error the extension is off
  plain.articles.aggregate({ by: ['format'] })
}
