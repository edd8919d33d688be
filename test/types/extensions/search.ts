/** `_q: { text: 'old lantern', show: ['highlights'] }`. */

import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

const { articles } = client

export async function searches() {
  articles.find({ _q: 'as in Strapi' })
  articles.find({ _q: { text: 'night', prefix: true }, sort: ['$score:desc', 'title'] })
  articles.aggregate({ by: ['format'], _q: { text: 'night' } })
  const { meta } = await articles.find({ _q: { text: 'night', in: ['title'], show: ['score', 'highlights'] } })
  const [first] = meta.matches ?? []
  same<number | undefined>()(first?.score)
  same<Record<string, string[]> | undefined>()(first?.highlights)
}

export async function mistakes() {
  // @ts-expect-error no words
  articles.find({ _q: { prefix: true } })
  // @ts-expect-error no such field
  articles.find({ _q: { text: 'night', in: ['nope'] } })
  // @ts-expect-error nothing else is shown
  articles.find({ _q: { text: 'night', show: ['colour'] } })
  // @ts-expect-error the extension is off
  plain.articles.find({ _q: { text: 'night' } })
  // @ts-expect-error nor is there a score
  plain.articles.find({ sort: '$score:desc' })
  // @ts-expect-error nor matches
  ;(await plain.articles.find()).meta.matches
}
