import * as fields from '../fields.ts'
import type { RunStatement } from '../run-statement.ts'
import type { Words } from '../words.ts'
import { cutFirst, pageSize, published } from '../written.ts'

const order = 'a.title, a.id'

const pageOf = (words: Words, cut: string): string => cutFirst(words.object(fields.article(words, 'a')), cut, order)

type Key = { readonly title: string; readonly id: number }

const keyOf = (row: unknown): Key => JSON.parse(String(row)) as Key

const cursorOf = ({ title, id }: Key): string => Buffer.from(JSON.stringify([title, id])).toString('base64url')

const keyBefore = async (words: Words, page: number, run: RunStatement): Promise<Key | undefined> => {
  const text = `select ${words.object("'title', title, 'id', id")} from articles where ${published}
    order by title, id limit 1 offset ${(page - 1) * pageSize - 1}`
  return page === 1 ? undefined : keyOf((await run(text))[0])
}

const beyond = (key: Key | undefined): string =>
  key === undefined ? published : `${published} and (title, id) > ('${key.title.replaceAll("'", "''")}', ${key.id})`

/** A page that is not the last, from a position in the order of titles: in use, the position would come with the request. */
export const cursorPage = (words: Words, page: number) => {
  let text: Promise<string> | undefined
  const prepare = async (run: RunStatement): Promise<string> => {
    const where = beyond(await keyBefore(words, page, run))
    return pageOf(words, `select id from articles where ${where} order by title, id limit ${pageSize + 1}`)
  }
  return async (run: RunStatement): Promise<string> => {
    text ??= prepare(run)
    const found = await run(await text)
    const rows = found.slice(0, pageSize)
    const next = found.length > pageSize ? cursorOf(keyOf(rows.at(-1))) : null
    const previous = page === 1 ? null : cursorOf(keyOf(rows[0]))
    return `{"data":[${rows.join(',')}],"meta":${JSON.stringify({ pagination: { limit: pageSize, next, previous } })}}`
  }
}

export const offsetPage =
  (words: Words, page: number) =>
  async (run: RunStatement): Promise<string> => {
    const cut = `select id from articles where ${published} order by title, id
      limit ${pageSize} offset ${(page - 1) * pageSize}`
    const rows = await run(pageOf(words, cut))
    return `{"data":[${rows.join(',')}],"meta":${JSON.stringify({ pagination: { page, pageSize } })}}`
  }
