/** Media fields that have several files in an entry of the archive, and hold one in the project: all others would be hidden. */

import type { LinkRecord } from '../archive/records.ts'
import { modelOf, type Schema } from '../schema/schema.ts'
import { createNumberSet, isUsable, type NumberSet } from './ids.ts'

export interface SeveralFiles {
  note(link: LinkRecord): void
  /** UID of the type or component, and name of the attribute. */
  fields(): Iterable<readonly [string, string]>
}

export function createSeveralFiles(schema: Schema): SeveralFiles {
  const holders = new Map<string, NumberSet>()
  const found = new Map<string, readonly [string, string]>()
  const holdsOne = (uid: string, field: string): boolean => {
    const isModel = schema.contentTypes.has(uid) || schema.components.has(uid)
    const attribute = isModel ? modelOf(schema, uid).attributes.get(field) : undefined
    return attribute?.kind === 'media' && !attribute.toMany
  }
  return {
    note: ({ right: { type, ref, field } }) => {
      if (field === null || !isUsable(ref) || !holdsOne(type, field)) return
      const key = `${type}.${field}`
      const known = holders.get(key) ?? createNumberSet()
      holders.set(key, known)
      if (!known.add(ref)) found.set(key, [type, field])
    },
    fields: () => found.values(),
  }
}
