/** Code of a project that changes what Strapi answers, and that Lectern does not run. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface CodeFile {
  /** Relative to the project folder, with slashes. */
  readonly file: string
  /** The content type that it belongs to, by its place; null for the whole API. */
  readonly uid: string | null
}

/** What `strapi generate` writes: the defaults, and nothing else. */
const DEFAULTS = /^createCore(?:Controller|Router|Service)\(\s*(['"`])[^'"`]+\1\s*(?:as \w+\s*)?\)$/

export function findCode(folder: string): readonly CodeFile[] {
  const apis = names(join(folder, 'src', 'api'))
  return [...apis.flatMap((api) => codeOfApi(folder, api)), ...codeOfProject(folder)]
}

function codeOfApi(folder: string, api: string): readonly CodeFile[] {
  const inFolder = ['controllers', 'routes', 'services', 'policies', 'middlewares'].flatMap((kind) =>
    sources(folder, join('src', 'api', api, kind)).filter((file) => !isDefault(join(folder, file))),
  )
  const types = names(join(folder, 'src', 'api', api, 'content-types'))
  const lifecycles = types.flatMap((type) =>
    sources(folder, join('src', 'api', api, 'content-types', type)).filter((file) =>
      /[\\/]lifecycles\.[cm]?[jt]s$/.test(file),
    ),
  )
  return [...inFolder, ...lifecycles].map((file) => ({ file: slashed(file), uid: `api::${api}.${api}` }))
}

function codeOfProject(folder: string): readonly CodeFile[] {
  const files = ['middlewares', 'policies'].flatMap((kind) => sources(folder, join('src', kind)))
  const extended = names(join(folder, 'src', 'extensions')).flatMap((plugin) =>
    sources(folder, join('src', 'extensions', plugin)).filter((file) => /[\\/]strapi-server\.[cm]?[jt]s$/.test(file)),
  )
  return [...files, ...extended].map((file) => ({ file: slashed(file), uid: null }))
}

function isDefault(file: string): boolean {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^\s*(?:import\b.*|(?:const|var|let)\b.*\brequire\(.*|['"]use strict['"];?)$/gm, '')
    .replace(/(?:export\s+default|module\.exports\s*=)/, '')
    .trim()
    .replace(/;$/, '')
    .replace(/^factories\./, '')
  return text === '' || DEFAULTS.test(text)
}

function sources(folder: string, place: string): readonly string[] {
  return names(join(folder, place))
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(place, name))
}

/** None where it is no folder: a new project has a file `.gitkeep` in `src/api` and in `src/extensions`. */
function names(folder: string): readonly string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : []
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
