import { createServer, type RequestListener } from 'node:http'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { queriesFor } from '../queries.ts'
import { type HandWritten, handWrittenFor } from './statements.ts'

// The least a server can do for these answers: no query is parsed, no caller is checked, a URL is looked up whole.

const pageSize = 25

const answerOf = (db: Database.Database, written: HandWritten): (() => string) => {
  const rows = db.prepare(written.rows).pluck()
  const total = db.prepare(written.total).pluck()
  return () => {
    const count = total.get() as number
    const pagination = { page: written.page, pageSize, pageCount: Math.ceil(count / pageSize), total: count }
    return `{"data":[${rows.all().join(',')}],"meta":${JSON.stringify({ pagination })}}`
  }
}

const answersByUrl = (db: Database.Database, scale: number): ReadonlyMap<string, () => string> => {
  const paths = new Map(queriesFor(scale).map((query) => [query.name, query.path]))
  return new Map(
    handWrittenFor(scale).map((written) => [paths.get(written.query) ?? written.query, answerOf(db, written)]),
  )
}

const listenerOf =
  (answers: ReadonlyMap<string, () => string>): RequestListener =>
  (request, response) => {
    const body = answers.get(request.url ?? '')?.()
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }

const { values } = parseArgs({
  options: { database: { type: 'string' }, port: { type: 'string' }, scale: { type: 'string' } },
})
const db = new Database(values.database ?? '', { readonly: true, fileMustExist: true })
createServer(listenerOf(answersByUrl(db, Number(values.scale)))).listen(Number(values.port), '127.0.0.1')
