import { suggestionOrAll } from '../config/suggestion.ts'
import { readJoinColumn, readJoinTable, readMorphColumn } from './explicit-names.ts'
import { foreignRelation } from './foreign-names.ts'
import type { Attribute, RelationAttribute } from './schema.ts'
import type { AttributeBase, RawAttribute, Report } from './schema-file.ts'

type Plain = RelationAttribute['relation']

/** `oneWay` and `manyWay` are what the admin panel calls the one-sided forms of the two. */
const PLAIN: Readonly<Record<string, Plain>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'oneToMany',
  manyToOne: 'manyToOne',
  manyToMany: 'manyToMany',
  oneWay: 'oneToOne',
  manyWay: 'oneToMany',
}

const KINDS = [...Object.keys(PLAIN), 'morphToOne', 'morphToMany', 'morphOne', 'morphMany']

function wrongKind(written: unknown): string {
  if (typeof written !== 'string') return `A relation must say which kind it is: ${KINDS.join(', ')}.`
  return `There is no relation "${written}".${foreignRelation(written) ?? suggestionOrAll(written, KINDS)}`
}

export function parseRelation(
  base: AttributeBase,
  raw: RawAttribute,
  path: string,
  { report, leaveOut }: { readonly report: Report; readonly leaveOut: Report },
): Attribute | null {
  const { relation } = raw
  if (typeof relation !== 'string' || !KINDS.includes(relation)) {
    report(`${path}.relation`, wrongKind(relation))
    return null
  }
  if (relation === 'morphToOne' || relation === 'morphToMany') {
    return { ...base, kind: 'morphTo', toMany: relation === 'morphToMany', morphColumn: readMorphColumn(raw) }
  }
  if (typeof raw.target !== 'string') {
    report(`${path}.target`, 'A relation must name the content type it leads to, as in "api::author.author".')
    return null
  }
  if (relation === 'morphOne' || relation === 'morphMany')
    return parseMorphInverse(base, raw, raw.target, (message) => leaveOut(`${path}.morphBy`, message))
  return plainRelation(base, raw, raw.target, PLAIN[relation] ?? 'oneToOne')
}

function plainRelation(base: AttributeBase, raw: RawAttribute, target: string, relation: Plain): RelationAttribute {
  const inversedBy = nameOrNull(raw.inversedBy)
  const joinColumn = readJoinColumn(raw)
  return {
    ...base,
    kind: 'relation',
    relation,
    target,
    // The side with `inversedBy` owns the link, even if it also has `mappedBy`.
    mappedBy: inversedBy === null ? nameOrNull(raw.mappedBy) : null,
    inversedBy,
    useJoinTable: raw.useJoinTable !== false && joinColumn === null,
    joinTable: readJoinTable(raw),
    joinColumn,
    needsFind: true,
    toMany: relation === 'oneToMany' || relation === 'manyToMany',
  }
}

function parseMorphInverse(
  base: AttributeBase,
  raw: RawAttribute,
  target: string,
  leaveOut: (message: string) => void,
): Attribute | null {
  if (typeof raw.morphBy === 'string') {
    return { ...base, kind: 'morphInverse', target, morphBy: raw.morphBy, toMany: raw.relation === 'morphMany' }
  }
  leaveOut(`"${base.name}" is left out: it does not name the attribute of ${target} that leads here.`)
  return null
}

const nameOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
