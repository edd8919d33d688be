/** Likely causes of a difference that a user can fix. */

import type { Pairing } from './departures/pairing.ts'
import { stepsTo, typeOf } from './departures/pairing.ts'
import { sortNames, stepsAlong } from './departures/query-steps.ts'
import type { Difference } from './find-differences.ts'
import { hintOfHistory } from './history-hint.ts'

export interface ProjectCode {
  /** The path relative to the project folder. */
  readonly file: string
  /** The content types whose responses this code may change; null for all. */
  readonly uids: readonly string[] | null
}

export function hintFor(
  differences: readonly Difference[],
  pairing: Pairing,
  code: readonly ProjectCode[],
): string | null {
  return (
    hintOfStatus(pairing) ??
    hintOfTimes(differences) ??
    hintOfAttributes(differences, pairing) ??
    hintOfHistory(differences, pairing) ??
    hintOfDrafts(pairing) ??
    hintOfCode(pairing, code)
  )
}

function hintOfStatus({ strapi, lectern, anonymous }: Pairing): string | null {
  if (lectern.status === 401 && strapi.status === 200 && !anonymous) {
    return 'Lectern does not accept the token: API_TOKEN_SALT, or JWT_SECRET for a user, has to be the one that Strapi has.'
  }
  if (lectern.status === 403 && strapi.status === 200) {
    return 'Lectern reads permissions from its database: is it the one that Strapi uses, or an older copy?'
  }
  if (strapi.status >= 500) return 'Strapi failed here: its log says why.'
  return null
}

const HOUR = 3_600_000
const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** All datetimes differ by the same whole number of quarter hours. */
function hintOfTimes(differences: readonly Difference[]): string | null {
  const offsets = differences.map(({ strapi, lectern }) =>
    typeof strapi === 'string' && typeof lectern === 'string' && DATETIME.test(strapi) && DATETIME.test(lectern)
      ? (Date.parse(lectern) - Date.parse(strapi)) / HOUR
      : Number.NaN,
  )
  const [first = Number.NaN] = offsets
  if (!Number.isInteger(first * 4) || offsets.some((offset) => Math.abs(offset - first) > 1)) return null
  return `Datetimes are ${Math.abs(first)} h off: set settings.timeZone in config/database to the time zone that Strapi runs in.`
}

/** All differences are attributes that Strapi has and the schema files lack: plugins add some when Strapi starts. */
function hintOfAttributes(differences: readonly Difference[], pairing: Pairing): string | null {
  const added = differences.map(({ kind, place, lectern }) => {
    const last = stepsTo(place, pairing).at(-1)
    const isOwn = last?.place.length === place.length && last.attribute === undefined
    return kind === 'keys' && lectern === undefined && isOwn ? `${last.name} of ${last.model.uid}` : null
  })
  if (added.length === 0 || added.includes(null)) return null
  return `No schema file has ${[...new Set(added)].join(', ')}: a plugin or code of the project adds it when Strapi starts. Leave to Strapi what needs it.`
}

/** A hint instead of a rule: from outside, it cannot be determined what Strapi finds through both versions of a row. */
function hintOfDrafts(pairing: Pairing): string | null {
  const type = typeOf(pairing)
  const ways = [
    ...sortNames(pairing.pairs),
    ...pairing.pairs.flatMap(({ keys }) => (keys[0] === 'filters' ? [keys] : [])),
  ]
  const crosses = ways.some((names) =>
    type === null
      ? false
      : stepsAlong(names, type, pairing).some(({ attribute }) => {
          const target = attribute.kind === 'relation' ? pairing.schema.contentTypes.get(attribute.target) : undefined
          return target?.draftAndPublish === true
        }),
  )
  if (!crosses) return null
  return 'This filters or sorts through a relation to entries with drafts, where Strapi looks at drafts too (docs/compatibility.md#nothing-leaks). There may be other causes.'
}

function hintOfCode(pairing: Pairing, code: readonly ProjectCode[]): string | null {
  const uid = typeOf(pairing)?.uid
  if (uid === undefined) return null
  const own = code.filter((each) => each.uids?.includes(uid))
  const files = own.length > 0 ? own : code.filter((each) => each.uids === null)
  if (files.length === 0) return null
  return `${files.map(({ file }) => file).join(', ')} may change this answer in Strapi; Lectern does not run code of a project.`
}
