import type { Attribute, ScalarAttribute } from '../schema/schema.ts'
import { quoted } from './notation.ts'

type Link = Exclude<Attribute, ScalarAttribute>

/** `ofFile`: what a file belongs to is not part of everything, because it leads back. */
export function declareLink(link: Link, nameOf: (uid: string) => string, ofFile: boolean): string {
  const required = link.required && (link.kind === 'component' || link.kind === 'dynamiczone')
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

const TYPES: Record<Link['kind'], string> = {
  relation: 'relation',
  morphInverse: 'relation',
  morphTo: 'any',
  media: 'media',
  component: 'component',
  dynamiczone: 'zone',
  localizations: 'localizations',
}

function targetOf(link: Link, nameOf: (uid: string) => string): string {
  if (link.kind === 'morphTo') return 'targets: AnyType'
  if (link.kind !== 'dynamiczone') return `target: ${nameOf(link.target)}`
  const arms = link.components.map((uid) => `${quoted(uid)}: ${nameOf(uid)}`)
  return arms.length === 0 ? 'targets: Record<never, never>' : `targets: { ${arms.join('; ')} }`
}
