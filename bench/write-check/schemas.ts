import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Attribute = {
  readonly type: string
  readonly relation?: string
  readonly target?: string
  readonly component?: string
  readonly components?: readonly string[]
  readonly enum?: readonly string[]
  readonly repeatable?: boolean
  readonly multiple?: boolean
  readonly required?: boolean
  readonly private?: boolean
  readonly unique?: boolean
  readonly maxLength?: number
}

export type Attributes = Readonly<Record<string, Attribute>>

export type WrittenType = {
  readonly uid: string
  readonly path: string
  readonly hasDrafts: boolean
  readonly hasLocales: boolean
  readonly attributes: Attributes
}

export type Schemas = {
  /** Collections only: a single type has one entry, which all steps would write. */
  readonly types: readonly WrittenType[]
  readonly components: ReadonlyMap<string, Attributes>
}

type File = {
  readonly kind: string
  readonly info: { readonly singularName: string; readonly pluralName: string }
  readonly options?: { readonly draftAndPublish?: boolean }
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } }
  readonly attributes: Attributes
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .map((path) => join(folder, path))

const read = (file: string): File => JSON.parse(readFileSync(file, 'utf8')) as File

// Relations to any type differ by design, and those of other plugins are not the project's: docs/compatibility.md.
const isCompared = ({ relation, target }: Attribute): boolean =>
  relation === undefined || (!relation.startsWith('morph') && target?.startsWith('api::') === true)

const comparedOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, attribute]) => isCompared(attribute)))

const typeOf = ({ info, options, pluginOptions, attributes }: File): WrittenType => ({
  uid: `api::${info.singularName}.${info.singularName}`,
  path: `/api/${info.pluralName}`,
  hasDrafts: options?.draftAndPublish === true,
  hasLocales: pluginOptions?.i18n?.localized === true,
  attributes: comparedOf(attributes),
})

export const schemasOf = (folder: string): Schemas => {
  const components = join(folder, 'src', 'components')
  return {
    types: filesIn(join(folder, 'src', 'api'))
      .map(read)
      .filter(({ kind }) => kind === 'collectionType')
      .map(typeOf),
    components: new Map(
      filesIn(components).map((file) => [
        `${basename(join(file, '..'))}.${basename(file, '.json')}`,
        comparedOf(read(file).attributes),
      ]),
    ),
  }
}
