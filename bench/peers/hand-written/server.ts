import { createServer, type RequestListener } from 'node:http'
import { parseArgs } from 'node:util'
import { queriesFor } from '../../queries.ts'
import { beyondAnswers } from './beyond/beyond-answers.ts'
import { handWrittenFor } from './hand-written.ts'
import { isPostgres, type RunStatement, runStatementOn } from './run-statement.ts'
import { beyondPath, type HandWritten, pageSize } from './written.ts'

// The least a server can do for these answers: no query is parsed, no caller is checked, a URL is looked up whole.

type Answer = () => Promise<string>

const answerOf =
  (run: RunStatement, written: HandWritten, total: string): Answer =>
  async () => {
    const count = Number((await run(total))[0])
    const pagination = { page: written.page, pageSize, pageCount: Math.ceil(count / pageSize), total: count }
    return `{"data":[${(await run(written.rows)).join(',')}],"meta":${JSON.stringify({ pagination })}}`
  }

const answersByUrl = (database: string, scale: number, keptTotals: boolean): ReadonlyMap<string, Answer> => {
  const run = runStatementOn(database)
  const kind = isPostgres(database) ? 'postgres' : 'sqlite'
  const beyond = beyondAnswers(kind, scale)
  const paths = new Map(queriesFor(scale).map((query) => [query.name, query.path]))
  const statements = handWrittenFor(kind, scale)
  const totalOf = ({ total, keptTotal }: HandWritten): string => (keptTotals ? keptTotal : total)
  return new Map([
    ...statements.map((written) => [paths.get(written.query) ?? '', answerOf(run, written, totalOf(written))] as const),
    ...[...beyond].map(([name, answer]) => [beyondPath(name), () => answer(run)] as const),
  ])
}

const listenerOf =
  (answers: ReadonlyMap<string, Answer>): RequestListener =>
  async (request, response) => {
    const body = await answers.get(request.url ?? '')?.()
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
  options: {
    database: { type: 'string' },
    port: { type: 'string' },
    scale: { type: 'string' },
    'kept-totals': { type: 'boolean', default: false },
  },
})
const answers = answersByUrl(values.database ?? '', Number(values.scale), values['kept-totals'])
createServer(listenerOf(answers)).listen(Number(values.port), '127.0.0.1')
