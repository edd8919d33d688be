/**
 * Schema files in places where neither Strapi nor Lectern reads them: named, since their types would be missing without
 * a message.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import { isRecord } from '../config/project-config.ts'
import { kebabCase } from '../schema/snake-case.ts'
import { slashed } from './slashed.ts'

/** Beside `src`. */
const PLACES = ['api', 'components', 'content-types']

/** Folders of `src` that are not looked through: schema files of `src/plugins` are only for Strapi. */
const OTHERS: ReadonlySet<string> = new Set(['admin', 'plugins', 'extensions', 'node_modules'])

/** Folders within folders that are looked through: one more than the right place needs. */
const DEEPEST = 5

/** `read`: the schema files that were found where they belong. */
export function misplacedSchemas(folder: string, read: readonly string[]): readonly Notice[] {
  const known = new Set(read.map(slashed))
  const inSource = names(folder, 'src', true).flatMap((name) => (OTHERS.has(name) ? [] : [`src/${name}`]))
  const places = [...inSource, ...PLACES]
  const all = [...places.flatMap((place) => filesBelow(folder, place, DEEPEST)), ...directlyIn(folder, 'src')]
  const found = all.filter((file) => file.endsWith('.json'))
  const others = all.filter((file) => isSchemaByName(file) && !hasSchemaBeside(file, known))
  const misplaced = found
    .filter((file) => !known.has(file))
    .flatMap((file) => {
      const content = schemaIn(join(folder, file))
      return content === null || !(OF_SCHEMAS.test(file) || isRecord(content.info))
        ? []
        : [notRead(file, rightPlace(file, content, known))]
    })
  const notices = [...misplaced, ...others.map(otherFormat)]
  return notices.length > 0 || [...known].some((file) => TYPES.test(file)) ? notices : [NO_FILES]
}

const TYPES = /^src\/(?:api|extensions)\//

const NO_FILES: Notice = {
  about: 'schema',
  model: null,
  file: 'src/api',
  path: null,
  message:
    'There are no schema files, and so no content types: a type "page" has its schema file at src/api/page/content-types/page/schema.json.',
}

/**
 * Folders where any file with `attributes` is a schema file. Elsewhere, such as in folders of sample data, it needs
 * `info`, too.
 */
const OF_SCHEMAS = /^(?:src\/)?(?:apis?|components?|content-types?|models|schemas)\/|^src\/[^/]+$/

function notRead(file: string, place: string): Notice {
  const message = `This looks like a schema file, and is not read here; it belongs to ${place}.`
  return { about: 'schema', model: null, file, path: null, message }
}

/** Formats that other programs have their schemas in, or an editor has appended. */
const OTHER_FORMAT = /\.(?:ya?ml|toml|json5|jsonc|JSON|txt|[cm][jt]s)$/

function isSchemaByName(file: string): boolean {
  if (!OTHER_FORMAT.test(file)) return false
  return (
    /^src\/components\/[^/]+\/[^/]+$/.test(file) || /^src\/api\/[^/]+\/content-types\/[^/]+\/schema\b[^/]*$/i.test(file)
  )
}

function hasSchemaBeside(file: string, known: ReadonlySet<string>): boolean {
  const name = file.replace(/(?:\.json)?\.\w+$/i, '')
  return ['.json', '.js', '.ts'].some((ending) => known.has(name + ending))
}

function otherFormat(file: string): Notice {
  const place = `${file.replace(/(?:\.json)?\.\w+$/i, '').replace(/schema$/i, 'schema')}.json`
  const message = `This looks like a schema file, and is not read: schema files are in JSON, such as ${place}.`
  return { about: 'schema', model: null, file, path: null, message }
}

function rightPlace(file: string, content: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): string {
  const { singularName } = isRecord(content.info) ? content.info : {}
  const isType = typeof content.kind === 'string' || typeof singularName === 'string'
  if (!isType && OF_COMPONENTS.test(file)) return componentPlaceOf(file)
  const byContent = typeof singularName === 'string' ? placeOf(singularName) : null
  // A copy of another type's file still has its name.
  return byContent === null || known.has(byContent) ? placeOf(nameOf(file)) : byContent
}

const OF_COMPONENTS = /^(?:src\/)?components?\//

/** The folder below `components` is the category, unless it is the component's own. */
function componentPlaceOf(file: string): string {
  const [category, ...below] = file.replace(OF_COMPONENTS, '').split('/')
  const name = nameOf(file)
  const isKnown = below.length > 0 && category !== name
  return `src/components/${isKnown ? category : 'CATEGORY'}/${name}.json`
}

function placeOf(name: string): string {
  const folder = kebabCase(name)
  return `src/api/${folder}/content-types/${folder}/schema.json`
}

/** The name of the file, or of the nearest folder that is not called `schema`, `content-types` and the like. */
function nameOf(file: string): string {
  const parts = file.replace(/(?:\.settings)?\.json$/, '').split('/')
  return (
    parts.findLast((part) => !['schema', 'content-types', 'content-type', 'models', 'schemas'].includes(part)) ?? 'NAME'
  )
}

/** Null for other JSON, such as what documentation plugins write. */
function schemaIn(path: string): Readonly<Record<string, unknown>> | null {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(content) && isRecord(content.attributes) ? content : null
  } catch {
    return null
  }
}

function filesBelow(folder: string, place: string, depth: number): readonly string[] {
  const inside = names(folder, place, true).filter((name) => name !== 'node_modules')
  const below = depth === 0 ? [] : inside.flatMap((name) => filesBelow(folder, `${place}/${name}`, depth - 1))
  return [...directlyIn(folder, place), ...below]
}

function directlyIn(folder: string, place: string): readonly string[] {
  return names(folder, place, false).map((name) => `${place}/${name}`)
}

function names(folder: string, place: string, folders: boolean): readonly string[] {
  const path = join(folder, place)
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() === folders)
    .map(({ name }) => name)
    .sort()
}
