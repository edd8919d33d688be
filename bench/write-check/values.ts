import type { Random } from './random.ts'
import type { Attribute, Attributes, Schemas } from './schemas.ts'

/** Entries (documentIds by type) and files that values may reference. */
export type Material = {
  readonly documents: ReadonlyMap<string, readonly string[]>
  readonly files: readonly { readonly id: number; readonly documentId: string }[]
  /** A number that no value had before. */
  fresh(): number
}

const words = ['river', 'stone', 'lantern', 'amber', 'harbor', 'signal', 'meadow', 'copper']

const number = (random: Random, value: number): unknown => (random.chance(0.3) ? String(value) : value)

const relationOf = ({ relation, target = '' }: Attribute, { documents }: Material, random: Random): unknown => {
  const known = documents.get(target) ?? []
  if (known.length === 0) return []
  const some = (): readonly string[] => Array.from({ length: random.below(4) }, () => random.pick(known))
  const one = (): string => random.pick(known)
  if (!relation?.endsWith('Many'))
    return random.pick<unknown>([
      one(),
      null,
      { documentId: one() },
      { connect: [one()] },
      { set: [one()] },
      some(),
      {},
    ])
  const position = random.pick<object>([{ start: true }, { end: 'true' }, { before: one() }, { after: one() }])
  return random.pick<unknown>([
    some(),
    { set: some() },
    { connect: some(), disconnect: some() },
    { connect: [{ documentId: one(), position }] },
    { set: some(), connect: some() },
    [null, one()],
    {},
  ])
}

const mediaOf = ({ multiple }: Attribute, { files }: Material, random: Random): unknown => {
  const file = (): unknown => {
    const { id, documentId } = random.pick(files)
    return random.pick<unknown>([id, documentId, { id }, { documentId }])
  }
  if (multiple !== true) return random.pick<unknown>([file(), null, { set: [file()] }])
  return random.pick<unknown>([[file(), file()], [], { set: [file()] }])
}

const scalarOf = (attribute: Attribute, { fresh }: Material, random: Random): unknown => {
  const text = (): string => (attribute.unique === true ? `${random.pick(words)} ${fresh()}` : random.pick(words))
  switch (attribute.type) {
    case 'uid':
      return `uid-${fresh()}`
    case 'email':
      return `a${fresh()}@example.com`
    case 'enumeration':
      return random.pick(attribute.enum ?? [])
    case 'integer':
      return number(random, attribute.unique === true ? fresh() : random.below(9) + 1)
    case 'biginteger':
      return String(random.below(1_000))
    case 'float':
    case 'decimal':
      return number(random, random.below(100) / 4)
    case 'boolean':
      return random.pick<unknown>([true, false, 'true', 0])
    case 'date':
      return `2024-0${random.below(9) + 1}-11`
    case 'time':
      return `1${random.below(10)}:20:00.000`
    case 'datetime':
    case 'timestamp':
      return `2024-0${random.below(9) + 1}-11T10:00:00.000Z`
    case 'json':
      return random.pick<unknown>([{ a: random.below(9) }, [1, null], 7, 'text'])
    case 'blocks':
      return [{ type: 'paragraph', children: [{ type: 'text', text: text() }] }]
    default:
      return text().slice(0, attribute.maxLength ?? 255)
  }
}

/** Data for a row: required attributes of a new one, and some of the others. Some values are invalid on purpose. */
export const dataFor = (
  attributes: Attributes,
  isNew: boolean,
  schemas: Schemas,
  material: Material,
  random: Random,
): Record<string, unknown> => {
  const inner = (uid: string): Record<string, unknown> =>
    dataFor(schemas.components.get(uid) ?? {}, true, schemas, material, random)
  const valueFor = (attribute: Attribute): unknown => {
    if (random.chance(0.03)) return random.pick<unknown>([null, 'x', {}, []])
    const { type, component = '', components = [], repeatable } = attribute
    if (type === 'relation') return relationOf(attribute, material, random)
    if (type === 'media') return mediaOf(attribute, material, random)
    if (type === 'component') return repeatable === true ? [inner(component)] : inner(component)
    if (type !== 'dynamiczone') return scalarOf(attribute, material, random)
    const chosen = random.pick(components)
    return [{ __component: chosen, ...inner(chosen) }]
  }
  const wanted = Object.entries(attributes).filter(
    ([, { required, type }]) => type !== 'password' && ((isNew && required === true) || random.chance(0.3)),
  )
  return Object.fromEntries(wanted.map(([name, attribute]) => [name, valueFor(attribute)]))
}
