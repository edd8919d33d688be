/**
 * One log line for each change and each login: who did what. It names permissions, types and ids, but never a secret, a
 * login name or a value of content.
 */

import type { Caller } from '../access/caller.ts'
import type { Log } from '../config/log.ts'

interface AuditEvent {
  /** The permission that was needed: `api::article.article.create`. */
  readonly action: string
  readonly by: Actor
  /** `done`, or the code of the error. */
  readonly outcome: string
  /** The document, file or user that was changed, if known. */
  readonly subject?: string | number
  readonly address?: string
}

export type Actor =
  | { readonly kind: 'public' }
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'token'; readonly name: string }

export type Audit = (event: AuditEvent) => void

export function createAudit(logger: Log | undefined): Audit {
  if (logger === undefined) return () => undefined
  return (event) => {
    logger.info({ audit: event }, `audit: ${event.action} by ${named(event.by)}: ${event.outcome}`)
  }
}

export function actorOf({ kind, userId, tokenName }: Caller): Actor {
  if (kind === 'user') return { kind, id: userId ?? 0 }
  return kind === 'token' ? { kind, name: tokenName ?? '' } : { kind }
}

function named(actor: Actor): string {
  if (actor.kind === 'user') return `user ${actor.id}`
  return actor.kind === 'token' ? `token ${JSON.stringify(actor.name)}` : 'the public'
}
