/** Groups requests that differ in the same way: hundreds of differences usually have a few causes. */

import type { Compared, Comparison, Verdict } from '../comparison.ts'
import { DEPARTURES, type DepartureId, linkTo } from '../departures/catalog.ts'
import type { Difference, DifferenceKind, JsonPath } from '../find-differences.ts'

export interface DifferentRequest extends Compared {
  readonly verdict: Extract<Verdict, { readonly kind: 'different' }>
}

export interface DifferenceGroup {
  readonly kind: DifferenceKind
  /** `data[].author.name`; empty for the status. */
  readonly where: string
  readonly requests: readonly DifferentRequest[]
}

/** Groups by the kind and place of the first difference, the largest group first. */
export function groupsOf({ compared }: Comparison): readonly DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>()
  for (const one of compared.filter(isDifferent)) {
    const [first] = one.verdict.differences
    const kind = first?.kind ?? 'form'
    const where = first === undefined ? '' : written(first.place, false)
    const key = kind === 'status' ? `${kind} ${first?.strapi} ${first?.lectern}` : `${kind} ${where}`
    const group = groups.get(key) ?? { kind, where, requests: [] }
    groups.set(key, { ...group, requests: [...group.requests, one] })
  }
  return [...groups.values()].sort((a, b) => b.requests.length - a.requests.length)
}

function isDifferent(one: Compared): one is DifferentRequest {
  return one.verdict.kind === 'different'
}

export interface DepartureGroup {
  readonly id: DepartureId
  readonly strapi: string
  readonly lectern: string
  readonly link: string
  readonly requests: readonly Compared[]
}

export function departureGroups({ compared }: Comparison): readonly DepartureGroup[] {
  const groups = new Map<DepartureId, readonly Compared[]>()
  for (const one of compared) {
    if (one.verdict.kind !== 'known') continue
    for (const id of one.verdict.departures) groups.set(id, [...(groups.get(id) ?? []), one])
  }
  return [...groups]
    .map(([id, requests]) => {
      const { strapi, lectern } = DEPARTURES[id]
      return { id, strapi, lectern, link: linkTo(id), requests }
    })
    .sort((a, b) => b.requests.length - a.requests.length)
}

/** `data[0].author.name`, or without indexes `data[].author.name`. */
export function written(place: JsonPath, withNumbers = true): string {
  return place
    .map((key, at) => {
      if (typeof key === 'number') return withNumbers ? `[${key}]` : '[]'
      return at === 0 ? key : `.${key}`
    })
    .join('')
}

export const KINDS: Readonly<Record<DifferenceKind, string>> = {
  status: 'another status',
  form: 'not JSON',
  entries: 'other entries',
  order: 'another order',
  keys: 'other keys',
  values: 'other values',
}

/** A value as one line of text. */
export function shown(value: Difference['strapi'], longest: number): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
