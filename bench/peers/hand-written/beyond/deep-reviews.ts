import { addressOf } from '../components.ts'
import * as fields from '../fields.ts'
import * as relations from '../relations.ts'
import type { Words } from '../words.ts'
import { pageSize } from '../written.ts'

const avatar = relations.fileOf('api::author.author', 'avatar')
const cover = relations.fileOf('api::article.article', 'cover')
const gallery = relations.filesOf('api::article.article', 'gallery')

/** Review, article, author, mentor and mentees, with the files and components of each. */
export const deepReviews = (words: Words): string => {
  const person = [avatar, addressOf]
  const author = relations.authorOf(
    fields.author,
    ...[...person, relations.mentorOf(...person), relations.menteesOf(...person)],
  )
  const article = relations.articleOf(author, cover, gallery)(words, 'r')
  return `select ${words.object(`${fields.review(words, 'r')}, ${article}`)}
    from (select * from reviews order by id limit ${pageSize}) r order by r.id`
}
