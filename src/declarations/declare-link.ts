import { holdsComponents } from '../schema/attribute-kinds.ts'
import type { NonScalarAttribute } from '../schema/schema.ts'
import { quoted } from './notation.ts'

/**
 * `ofFile`: for files. The entries that use a file are not part of `populate=*`, since they would lead back to where
 * the file came from.
 */
export function declareLink(link: NonScalarAttribute, nameOf: (uid: string) => string, ofFile: boolean): string {
  const required = link.required && holdsComponents(link)
  const members = [
    `type: ${quoted(TYPES[link.kind])}`,
    targetOf(link, nameOf),
    `many: ${link.toMany}`,
    ...(required ? ['required: true'] : []),
    ...(link.writable ? [] : ['readonly: true']),
    ...(ofFile && link.kind === 'morphTo' ? ['starred: false'] : []),
  ]
  return `{ ${members.join('; ')} }`
}

const TYPES: Record<NonScalarAttribute['kind'], string> = {
  relation: 'relation',
  morphInverse: 'relation',
  morphTo: 'any',
  media: 'media',
  component: 'component',
  dynamiczone: 'zone',
  localizations: 'localizations',
}

function targetOf(link: NonScalarAttribute, nameOf: (uid: string) => string): string {
  if (link.kind === 'morphTo') return 'targets: AnyType'
  if (link.kind !== 'dynamiczone') return `target: ${nameOf(link.target)}`
  const arms = link.components.map((uid) => `${quoted(uid)}: ${nameOf(uid)}`)
  return arms.length === 0 ? 'targets: Record<never, never>' : `targets: { ${arms.join('; ')} }`
}
