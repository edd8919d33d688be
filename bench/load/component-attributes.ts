import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Schema = { readonly attributes: Readonly<Record<string, { readonly type: string }>> }

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => join(folder, path))

/** Names of attributes with components, of all types. */
export const componentAttributes = (folder: string): ReadonlySet<string> => {
  const schemas = filesIn(join(folder, 'src')).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Schema)
  const attributes = schemas.flatMap((schema) => Object.entries(schema.attributes))
  return new Set(attributes.flatMap(([name, { type }]) => (/^(component|dynamiczone)$/.test(type) ? [name] : [])))
}
