/** The caller and what they may do. Plain data, which `auth/` fills in. */

import { ApiError } from '../errors/api-error.ts'

export type Rights =
  | { readonly kind: 'everything' }
  /** Every action whose name ends in `find` or `findOne`. */
  | { readonly kind: 'reads' }
  | { readonly kind: 'listed'; readonly actions: ReadonlySet<string> }

export interface Caller {
  readonly kind: 'public' | 'user' | 'token'
  readonly rights: Rights
  /** Set for a user. */
  readonly userId?: number
  /** The name of a token, for the log. */
  readonly tokenName?: string
  /** When the credentials expire: milliseconds since 1970. */
  readonly expires?: number
}

/** A caller who may do everything. */
export const ALL_RIGHTS: Caller = { kind: 'token', rights: { kind: 'everything' } }

/** A caller who may read every type. */
export const READS_ALL: Caller = { kind: 'token', rights: { kind: 'reads' } }

export function may(caller: Caller, action: string): boolean {
  switch (caller.rights.kind) {
    case 'everything':
      return true
    case 'reads':
      return action.endsWith('find') || action.endsWith('findOne')
    case 'listed':
      return caller.rights.actions.has(action)
  }
}

/** Whether entries of a content type may be shown to the caller, at the root or populated. */
export function mayFind(caller: Caller, uid: string): boolean {
  return may(caller, `${uid}.find`)
}

/** Checked before the query is parsed, so that a caller without permission learns nothing about the type. */
export function authorize(caller: Caller, action: string | null): void {
  if (action === null || may(caller, action)) return
  const hint = `An export needs the permission ${action} in addition to find`
  throw forbidden(caller, action, lacksExportAlone(caller, action) ? { hint } : {})
}

/** The log says which permission is missing. */
export function forbidden({ kind }: Caller, lacks: string, details: ApiError['details'] = {}): ApiError {
  return new ApiError('FORBIDDEN', { details, refused: { caller: kind, lacks } })
}

/** Strapi has no exports: the error may name the permission to a caller who may read the list. */
function lacksExportAlone(caller: Caller, action: string): boolean {
  return action.endsWith('.export') && may(caller, action.replace(/export$/, 'find'))
}

/** Equal exactly for callers with the same permissions, who can share cached responses. */
export function rightsKey({ rights }: Caller): string {
  return rights.kind === 'listed' ? [...rights.actions].sort().join(' ') : rights.kind
}
