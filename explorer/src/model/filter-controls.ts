/** The controls of filters. */

import { attributeIn, type Control, control, type Scope, targetAt } from './control.ts'
import type { AllOf, FilterItem } from './query-model.ts'

/** `path`: the path of attributes to the subject of the items. */
export function filterControls(items: AllOf, path: string | null, scope: Scope): readonly Control[] {
  return items.flatMap((item, index) => itemControls(item, index, path, scope))
}

function itemControls(item: FilterItem, index: number, path: string | null, scope: Scope): readonly Control[] {
  const below = { ...scope, address: `${scope.address}/${index}` }
  switch (item.kind) {
    case 'compare': {
      const own = joined(path, item.name)
      const attribute = scope.uid === null || item.name === null ? undefined : attributeIn(scope, item.name)
      const type = attribute?.kind === 'scalar' ? attribute.type : null
      const keys = [...(item.name === null ? [] : [item.name]), item.operator]
      return [control(scope, index, { keys, paths: [path, own], values: item.values, type })]
    }
    case 'at':
      return [
        control(scope, index, { keys: [item.name], paths: [path, joined(path, item.name)] }),
        ...filterControls(item.items, joined(path, item.name), { ...below, uid: targetAt(scope, item.name) }),
      ]
    case 'any':
      return item.items.flatMap((member, number) =>
        filterControls(member, path, { ...below, address: `${below.address}/${number}` }),
      )
    case 'not':
      return filterControls(item.items, path, below)
    case 'asWritten':
      return [control(scope, index, { keys: [item.key], paths: [path] })]
    default:
      return beyondControls(item, index, path, scope)
  }
}

type BeyondItem = Extract<FilterItem, { readonly kind: 'quantified' | 'each' | 'counted' | 'inside' }>

/** Controls of filters that extensions add at an attribute. */
function beyondControls(item: BeyondItem, index: number, path: string | null, scope: Scope): readonly Control[] {
  const below = { ...scope, address: `${scope.address}/${index}` }
  switch (item.kind) {
    case 'quantified':
      return [
        control(scope, index, { keys: [item.quantifier], paths: [path] }),
        ...filterControls(item.items, path, below),
      ]
    case 'each':
      return [
        control(scope, index, {
          keys: ['$all', ...item.path.split('.')],
          paths: [path, joined(path, item.path === '' ? null : item.path)],
          values: item.values,
        }),
      ]
    case 'counted':
      return [
        control(scope, index, { keys: ['$count', '$of'], paths: [path] }),
        ...filterControls(item.items, joined(path, '$count'), { ...below, uid: null }),
        ...filterControls(item.of ?? [], path, { ...below, address: `${below.address}/of` }),
      ]
    case 'inside':
      return [
        control(scope, index, { keys: ['$path'], paths: [path], values: [item.path] }),
        ...filterControls(item.items, path, { ...below, uid: null }),
      ]
  }
}

function joined(path: string | null, name: string | null): string | null {
  if (name === null) return path
  return path === null ? name : `${path}.${name}`
}
