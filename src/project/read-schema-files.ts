/** Reads the schema files of a project, each with the UID its place gives it. */

import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import { type Environment, isRecord } from '../config/project-config.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { kebabCase } from '../schema/snake-case.ts'
import { loadModule } from './load-module.ts'
import { oddities } from './odd-text.ts'
import { pathExists } from './path-exists.ts'

export interface ReadSchemaFiles {
  readonly files: readonly SchemaFile[]
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

const ENDINGS = ['.json', '.js', '.ts']

type SchemaFileLocation = Omit<SchemaFile, 'content'>

export async function readSchemaFiles(folder: string, environment: Environment): Promise<ReadSchemaFiles> {
  const locations = [...contentTypeFiles(folder), ...componentFiles(folder), ...extensionFiles(folder)]
  const problems: Problem[] = []
  const notices: Notice[] = []
  const files: SchemaFile[] = []
  for (const location of locations) {
    try {
      const content = await loadModule(join(folder, location.file), environment)
      if (isOtherCode(location, content)) {
        notices.push(noComponent(location))
        continue
      }
      files.push({ ...location, content })
      notices.push(...noticesOn(folder, location))
    } catch (error) {
      files.push({ ...location, content: undefined })
      problems.push({
        file: location.file,
        path: null,
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return { files, problems, notices }
}

/** Code beside components, such as lifecycles. Strapi does not see it: JavaScript is not compiled in a TypeScript project. */
function isOtherCode({ kind, file }: SchemaFileLocation, content: unknown): boolean {
  if (kind !== 'component' || extname(file) === '.json') return false
  return !isRecord(content) || !('collectionName' in content || 'attributes' in content)
}

function noComponent({ file }: SchemaFileLocation): Notice {
  const message = 'It exports neither a collectionName nor attributes, so it is not a component, and is left out.'
  return { about: 'schema', model: null, file, path: null, message }
}

function noticesOn(folder: string, { file }: SchemaFileLocation): readonly Notice[] {
  if (extname(file) !== '.json') return []
  const found = oddities(readFileSync(join(folder, file)))
  return found.map(({ path, message }) => ({ about: 'suspect', model: null, file, path, message }))
}

function contentTypeFiles(folder: string): readonly SchemaFileLocation[] {
  return contentTypesUnder(folder, join('src', 'api')).map(({ owner, name, file }) => ({
    kind: 'contentType',
    uid: `api::${kebabCase(owner)}.${kebabCase(name)}`,
    name,
    file,
  }))
}

function extensionFiles(folder: string): readonly SchemaFileLocation[] {
  return contentTypesUnder(folder, join('src', 'extensions')).map(({ owner, name, file }) => ({
    kind: 'extension',
    uid: `plugin::${owner}.${name}`,
    name,
    file,
  }))
}

function contentTypesUnder(folder: string, root: string) {
  return folders(folder, root).flatMap((owner) => {
    const types = join(root, owner, 'content-types')
    return folders(folder, types).flatMap((name) => {
      const file = firstExisting(folder, ...ENDINGS.map((ending) => join(types, name, `schema${ending}`)))
      return file === null ? [] : [{ owner, name, file }]
    })
  })
}

export function componentFiles(folder: string): readonly SchemaFileLocation[] {
  const root = join('src', 'components')
  return folders(folder, root).flatMap((category) =>
    files(folder, join(root, category)).map((fileName): SchemaFileLocation => {
      const name = fileName.slice(0, -extname(fileName).length).toLowerCase()
      return { kind: 'component', uid: `${category.toLowerCase()}.${name}`, name, file: join(root, category, fileName) }
    }),
  )
}

function folders(folder: string, path: string): readonly string[] {
  return entries(folder, path, (entry) => entry.isDirectory() || entry.isSymbolicLink())
}

function files(folder: string, path: string): readonly string[] {
  return entries(folder, path, (entry) => !entry.isDirectory() && ENDINGS.includes(extname(entry.name)))
}

/** Sorted, so that the same project gives the same model and the same messages everywhere. */
function entries(folder: string, path: string, wanted: (entry: Dirent) => boolean): readonly string[] {
  const place = join(folder, path)
  // A link may point to a file, or be broken.
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const found = readdirSync(place, { withFileTypes: true })
  return found
    .filter((entry) => !entry.name.startsWith('.') && wanted(entry))
    .map((entry) => entry.name)
    .sort()
}

function firstExisting(folder: string, ...candidates: readonly string[]): string | null {
  return candidates.find((file) => pathExists(join(folder, file))) ?? null
}
