/** The subject of a list of conditions, which determines the possible conditions. */

import { COMPARISON_OPERATORS } from '../../../src/vocabulary/operators.ts'
import { COUNT_OPERATORS } from '../../../src/vocabulary/quantifiers.ts'
import { type FilterOperator, HAS } from './filter-operators.ts'
import { operatorsFor } from './operators-for.ts'
import type { Comparison, FilterItem } from './query-model.ts'
import {
  attributeOf,
  attributesOf,
  type DescribedAttribute,
  type DescribedUnion,
  type Description,
  isFilterable,
  isScalar,
  isUnion,
} from './schema.ts'

export type Subject =
  /** Entries of a model. `inside`: reached through a relation, so that conditions may be on the entry itself. */
  | { readonly kind: 'entries'; readonly uid: string; readonly inside: boolean }
  /** Items of a dynamic zone, or of a relation to any type. */
  | { readonly kind: 'items'; readonly attribute: DescribedUnion }
  /** One value. */
  | {
      readonly kind: 'value'
      readonly attribute: DescribedAttribute | undefined
      readonly operators: readonly FilterOperator[]
    }

const ANYTHING: Subject = { kind: 'value', attribute: undefined, operators: operatorsFor(undefined) }

/** How many entries there are. */
export const A_NUMBER: Subject = {
  kind: 'value',
  attribute: { kind: 'scalar', name: 'number', type: 'integer' },
  operators: COUNT_OPERATORS,
}

/** The value at a path in a JSON document. */
export const IN_JSON: Subject = { kind: 'value', attribute: undefined, operators: [...operatorsFor(undefined), HAS] }

/** The subject of conditions below an attribute. */
export function subjectAt(description: Description, subject: Subject, name: string): Subject {
  if (subject.kind === 'items') return name === tagOf(subject.attribute) ? aTag(subject.attribute) : ANYTHING
  const attribute = subject.kind === 'entries' ? attributeOf(description, subject.uid, name) : undefined
  if (attribute === undefined) return ANYTHING
  if (isUnion(attribute)) return { kind: 'items', attribute }
  if (isFilterable(description, attribute)) return { kind: 'entries', uid: attribute.target, inside: true }
  return { kind: 'value', attribute, operators: operatorsOn(attribute) }
}

/** All operators of a field, even of disabled extensions: whatever is in the request is shown. */
export function operatorsOn(attribute: DescribedAttribute | null | undefined): readonly FilterOperator[] {
  return isDocument(attribute) ? [...operatorsFor(attribute), HAS] : operatorsFor(attribute)
}

export function isDocument(attribute: DescribedAttribute | null | undefined): boolean {
  return attribute?.kind === 'scalar' && ['json', 'array', 'blocks'].includes(attribute.type)
}

/** The member that contains the UID of an item's component or type. */
export function tagOf({ kind }: DescribedUnion): string {
  return kind === 'dynamiczone' ? '__component' : '__type'
}

/** Components and types are compared by name. */
function aTag(attribute: DescribedUnion): Subject {
  const names = COMPARISON_OPERATORS.filter((operator) => ['$eq', '$ne', '$in', '$notIn'].includes(operator))
  const { targets } = attribute
  return {
    kind: 'value',
    attribute: { kind: 'scalar', name: tagOf(attribute), type: 'enumeration', enum: targets },
    operators: names,
  }
}

/** The initial state of a new condition. */
export function newItem(description: Description, subject: Subject): FilterItem {
  if (subject.kind !== 'items') return newCondition(description, subject)
  const { targets } = subject.attribute
  return { kind: 'at', name: 'on', items: [thereIsOne(targets[0] ?? '')] }
}

/** An item of this component or type. */
export function thereIsOne(uid: string): Comparison {
  return { kind: 'compare', name: uid, operator: '$eq', values: ['true'] }
}

/** On a field that people filter by. */
export function newCondition(description: Description, subject: Subject): Comparison {
  const fields = subject.kind === 'entries' ? attributesOf(description, subject.uid).filter(isScalar) : []
  const usual = ['title', 'name', 'slug', 'label']
  const first =
    fields.find(({ name }) => usual.includes(name)) ??
    fields.find(({ name }) => name !== 'id' && name !== 'documentId') ??
    fields[0]
  if (first === undefined) return { kind: 'compare', name: null, operator: '$eq', values: [] }
  return { kind: 'compare', name: first.name, operator: operatorsFor(first)[0] ?? '$eq', values: [] }
}
