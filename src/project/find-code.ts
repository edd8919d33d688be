/** Code of a project that changes what Strapi answers, and that Lectern does not run. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import { slashed } from './slashed.ts'

export interface CodeFile {
  /** Relative to the project folder, with slashes. */
  readonly file: string
  /** The content types that it may belong to, by its place and name; null for the whole API. */
  readonly uids: readonly string[] | null
  /** Whether it is a middleware that says what requests populate: `populate` in config/api can do that. */
  readonly populates?: true
}

/** Code as `strapi generate` writes it: only the defaults. */
const DEFAULTS = /^createCore(?:Controller|Router|Service)\(\s*(['"`])[^'"`]+\1\s*(?:as \w+\s*)?\)$/

/** Functions without anything in them, as in the `src/index` of a new project. */
const EMPTY_FUNCTIONS = /^\{\s*(?:(?:async\s+)?\w+\s*\([^()]*\)\s*\{\s*\}\s*,?\s*)*\}$/

/** Declarations, and tests beside what they test, which no server runs. */
const NO_CODE = /\.(?:d|test|spec)\.[cm]?[jt]s$/

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
    sources(folder, join('src', 'api', api, 'content-types', type))
      .filter((file) => /[\\/]lifecycles\.[cm]?[jt]s$/.test(file))
      .map((file) => codeFile(folder, file, [`api::${api}.${type}`])),
  )
  return [...inFolder.map((file) => codeFile(folder, file, uidsOf(api, file, types))), ...lifecycles]
}

/** The type of its name, as `strapi generate` names files; others, such as `routes/01-custom.js`, may be for any type of the folder. */
function uidsOf(api: string, file: string, types: readonly string[]): readonly string[] {
  const { name } = parse(file)
  return (types.includes(name) ? [name] : types).map((type) => `api::${api}.${type}`)
}

function codeOfProject(folder: string): readonly CodeFile[] {
  const files = ['middlewares', 'policies'].flatMap((kind) => sources(folder, join('src', kind)))
  const extended = names(join(folder, 'src', 'extensions')).flatMap((plugin) =>
    sources(folder, join('src', 'extensions', plugin)).filter((file) => /[\\/]strapi-server\.[cm]?[jt]s$/.test(file)),
  )
  return [...startCode(folder), ...files, ...extended, ...localPlugins(folder)].map((file) =>
    codeFile(folder, file, null),
  )
}

function codeFile(folder: string, path: string, uids: CodeFile['uids']): CodeFile {
  const file = slashed(path)
  const populates = file.includes('/middlewares/') && /\bpopulate\b/.test(written(join(folder, path)))
  return { file, uids, ...(populates ? { populates } : {}) }
}

/** Here projects register what changes every response: middlewares of documents and of the server. */
function startCode(folder: string): readonly string[] {
  return sources(folder, 'src').filter(
    (file) => /[\\/]index\.[cm]?[jt]s$/.test(file) && !EMPTY_FUNCTIONS.test(written(join(folder, file))),
  )
}

/** Plugins in the folder of the project, with routes and content types of their own; not those for the admin panel alone. */
function localPlugins(folder: string): readonly string[] {
  return names(join(folder, 'src', 'plugins'))
    .map((plugin) => join('src', 'plugins', plugin))
    .filter((plugin) => names(join(folder, plugin)).some((name) => /^(?:strapi-server\.[cm]?[jt]s|server)$/.test(name)))
}

function isDefault(file: string): boolean {
  const text = written(file).replace(/^(?:require\(\s*['"]@strapi\/strapi['"]\s*\)\.)?factories\./, '')
  return text === '' || DEFAULTS.test(text)
}

/** The source of the module's export, without comments and imports. */
function written(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^\s*(?:import\b.*|(?:const|var|let)\b.*\brequire\(.*|['"]use strict['"];?)$/gm, '')
    .replace(/(?:export\s+default|module\.exports\s*=)/, '')
    .trim()
    .replace(/;$/, '')
}

function sources(folder: string, place: string): readonly string[] {
  return names(join(folder, place))
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !NO_CODE.test(name))
    .map((name) => join(place, name))
}

/** Empty if it is not a folder: a new project has a file `.gitkeep` in `src/api` and in `src/extensions`. */
function names(folder: string): readonly string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : []
}
