/**
 * Caches between requests. A statement is valid for all callers with the same permissions; a total and a response are
 * valid while the tables that they were read from do not change.
 */

import { createHash } from 'node:crypto'
import { type Caller, rightsKey } from '../access/caller.ts'
import { createIntervals } from '../cache/intervals.ts'
import type { Moment } from '../cache/revisions.ts'
import { shareByKey } from '../cache/share-by-key.ts'
import { createStampedCache, type StampedCache } from '../cache/stamped-cache.ts'
import { isValidAt } from '../config/minute.ts'
import type { CacheSettings } from '../config/settings.ts'
import { createPacedWork } from '../execute/paced-work.ts'
import { createWorkBudget } from '../execute/work-budget.ts'
import { byteLength, textOf } from '../request/body.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import type { Statement } from '../sql/statement.ts'
import type { PreparedBatch, PreparedRead } from './prepared-read.ts'
import { createTemplates, type Templates } from './templates.ts'

/** Sizes of the caches: responses in bytes, the others in characters (one or two bytes each). */
const MOST_RESPONSES = 48 * 1024 * 1024
const MOST_STATEMENTS = 8 * 1024 * 1024
const MOST_BATCHES = 4 * 1024 * 1024
const MOST_TOTALS = 1024 * 1024

/** Preparing one populated relation takes about as long as this many characters of a query string. */
const POPULATE_WORK = 256

/** Longest query string, in characters, that takes only a few milliseconds to prepare. */
const SHORT_QUERY = 256

type Asked = Pick<HttpRequest, 'url' | 'signal'>

/** Runs work at once, or when its turn comes. It takes as long as preparing the query of this URL. */
export type InTurn = <T>(url: string, work: () => T) => T | Promise<T>

type PrepareBatch = (inTurn: InTurn) => Promise<PreparedBatch>

export interface Caches {
  /**
   * Statements do not depend on the data. Long queries are prepared one after the other, with pauses for other
   * requests.
   */
  statement(key: string, asked: Asked, prepare: () => PreparedRead): PreparedRead | Promise<PreparedRead>
  /** Its queries are prepared in turn, too: all together can take as long as twenty long queries. */
  batch(key: string, asked: Pick<Asked, 'signal'>, prepare: PrepareBatch): PreparedBatch | Promise<PreparedBatch>
  /** A statement that is already in the cache. */
  knownStatement(key: string): PreparedRead | undefined
  /** Statements that work for all values of a query with the same shape. */
  readonly templates: Templates
  readonly totals: StampedCache<number>
  readonly responses: StampedCache<HttpResponse>
  /** Callers with the same permissions have the same key. */
  keyOf(caller: Caller, question: string): string
  /**
   * The state of the database that a response is cached for; null if responses are not cached. `at`: the state when the
   * request began, if it is known.
   */
  momentFor(at: Moment | null): Moment | null
}

export function createCaches({ answers, longest }: CacheSettings, now = () => Date.now()): Caches {
  const rightsOf = digests()
  const budget = createWorkBudget()
  const interval = longest > 0 ? createIntervals(longest) : () => null
  const preparing = createPacedWork()
  const preparingBatch = shareByKey<PreparedBatch>()
  const statements = createStampedCache<PreparedRead>({
    most: MOST_STATEMENTS,
    // The statement without its total, which is compiled later, is about as long.
    weigh: ({ statement, total }, key) => weightOf(statement) * (total === null ? 1 : 2) + key.length,
  })

  const batches = createStampedCache<PreparedBatch>({
    most: MOST_BATCHES,
    weigh: (batch, key) => weightOfBatch(batch) + key.length,
  })

  function knownIn<P extends Pick<PreparedRead, 'until'>>(prepared: StampedCache<P>, key: string): P | undefined {
    const found = prepared.find(key, '')
    return found !== undefined && isValidAt(now(), found.until) ? found : undefined
  }

  function inTurn<T>({ url, signal }: Asked, work: () => T): T | Promise<T> {
    const { query } = splitUrl(url)
    const size = workOf(query)
    // Many short queries take as long as a long one: once their time budget is used up, they wait for their turn, too.
    const isAtOnce = query.length <= SHORT_QUERY && budget.hasTime() && !preparing.isBehind(size)
    return isAtOnce ? budget.spend(work) : preparing.run(size, signal, work)
  }

  async function prepareBatch(key: string, signal: Asked['signal'], prepare: PrepareBatch): Promise<PreparedBatch> {
    const batch = await prepare((url, work) => inTurn({ url, signal }, work))
    batches.keep(key, '', batch)
    return batch
  }

  return {
    statement(key, asked, prepare) {
      const work = () => {
        const prepared = knownIn(statements, key) ?? prepare()
        statements.keep(key, '', prepared)
        return prepared
      }
      return knownIn(statements, key) ?? inTurn(asked, work)
    },
    knownStatement: (key) => knownIn(statements, key),
    templates: createTemplates(),
    batch: (key, { signal }, prepare) =>
      knownIn(batches, key) ?? preparingBatch(key, () => prepareBatch(key, signal, prepare)),
    momentFor: (at) => (answers ? (at ?? interval()) : null),
    totals: createStampedCache({ most: MOST_TOTALS, weigh: (_total, key) => key.length }),
    responses: createStampedCache({
      most: MOST_RESPONSES,
      weigh: ({ body }, key) => byteLength(body) + key.length,
    }),
    keyOf: (caller, question) => `${rightsOf(caller)} ${question}`,
  }
}

/** Size of a bound number, in characters. */
const NUMBER_WEIGHT = 4

/** Bound values count as well: a short statement can have a value as long as a request body. */
function weightOf({ text, values }: Statement): number {
  const lengths = values.map((value) => (typeof value === 'string' ? value.length : NUMBER_WEIGHT))
  return lengths.reduce((sum, length) => sum + length, text.length)
}

/** Errors of refused parts count as well: they may repeat parts of the request. */
function weightOfBatch({ statement, parts }: PreparedBatch): number {
  const texts = parts.map((part) => part.name.length + (part.kind === 'refused' ? textOf(part.response).length : 0))
  return texts.reduce((sum, length) => sum + length, weightOf(statement))
}

/** How much work it is to prepare a query, in characters of a query string. */
function workOf(query: string): number {
  return query.length + (query.split('populate').length - 1) * POPULATE_WORK
}

/** A digest, because a list of permissions can be long. */
function digests(): (caller: Caller) => string {
  const known = new WeakMap<Caller, string>()
  return (caller) => {
    const digest = known.get(caller) ?? createHash('sha256').update(rightsKey(caller)).digest('base64')
    known.set(caller, digest)
    return digest
  }
}
