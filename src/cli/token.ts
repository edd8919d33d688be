/** `lectern token`. */

import { type NewToken, TOKEN_TYPES, type Token, type TokenType } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { withPeople } from './people.ts'
import { tableLines } from './table.ts'
import { suggest, UsageError } from './usage-error.ts'
import { printOutcome, verbOf, wordsAfter } from './verbs.ts'

export async function token(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  switch (verbOf('token', more, ['create', 'list', 'revoke'])) {
    case 'create':
      return create(options, context, more)
    case 'list':
      wordsAfter('token list', more, 0)
      return withPeople(options, context, more, async (people) => {
        const value = await people.tokens()
        printOutcome({ value, lines: listed(value, Date.now()) }, context, more)
      })
    case 'revoke': {
      const [nameOrId = ''] = wordsAfter('token revoke NAME_OR_ID', more, 1)
      return withPeople(options, context, more, async (people) => {
        const value = await people.revokeToken(nameOrId)
        const done = `Revoked the token ${value.name}. A server that is running refuses it from now on.`
        printOutcome({ value, lines: [done] }, context, more)
      })
    }
  }
}

function create(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const wanted = readToken(more)
  return withPeople(options, context, more, async (people) => {
    const { key, expires } = await people.createToken(wanted)
    const end = expires === null ? 'which never expires' : `valid until ${dayOf(expires)}`
    const notes = [`Created the ${wanted.type} token ${wanted.name}, ${end}. It is shown only now:`]
    printOutcome({ value: { ...wanted, key, expires }, notes, lines: [key] }, context, more)
  })
}

function readToken(more: Arguments): NewToken {
  const [name = ''] = wordsAfter('token create NAME [--type TYPE]', more, 1)
  const actions = (more.text('action') ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  const type = toType(more.text('type') ?? (actions.length > 0 ? 'custom' : 'read-only'))
  if (type === 'custom' && actions.length === 0) throw new UsageError('A custom token needs --action ACTION.')
  if (type !== 'custom' && actions.length > 0) {
    throw new UsageError(`A ${type} token takes no --action; leave out --type, or write --type custom.`)
  }
  return { name, type, actions, days: toDays(more.text('days')) }
}

function toType(text: string): TokenType {
  const type = TOKEN_TYPES.find((known) => known === text)
  if (type !== undefined) return type
  throw new UsageError(
    `--type must be ${TOKEN_TYPES.slice(0, -1).join(', ')} or ${TOKEN_TYPES.at(-1)}, not "${text}".${suggest(text, TOKEN_TYPES)}`,
  )
}

const MOST_DAYS = 36_500

function toDays(text: string | null): number | null {
  if (text === null) return null
  const days = Number(text)
  if (/^\d+$/.test(text) && days > 0 && days <= MOST_DAYS) return days
  throw new UsageError(`--days must be a number from 1 to ${MOST_DAYS}, not "${text}".`)
}

function listed(tokens: readonly Token[], now: number): readonly string[] {
  if (tokens.length === 0) return ['There are no tokens. lectern token create NAME creates one.']
  const rows = tokens.map(({ id, name, type, expires, lastUsed }) => [
    String(id),
    name,
    type,
    shownEnd(expires, now),
    lastUsed === null ? '' : `last used ${dayOf(lastUsed)}`,
  ])
  return tableLines(rows)
}

function shownEnd(expires: Token['expires'], now: number): string {
  if (expires === null) return 'never expires'
  if (expires === 0) return 'expired: its end is not a date'
  return `${expires <= now ? 'expired' : 'until'} ${dayOf(expires)}`
}

function dayOf(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString().slice(0, 10) : 'an unreadable date'
}
