import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { strapiFolder } from './install.ts'

// Above the projects is the folder with the packages, where Strapi finds its plugins.
const projects = join(strapiFolder, 'projects')

const made = new Set(['node_modules', '.tmp', 'data'])

const write = (file: string, text: string): void => {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

type Info = { readonly info: { readonly singularName: string } }

const contentTypes = (api: string): readonly string[] => {
  const folder = join(api, 'content-types')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(
    (name) => (JSON.parse(readFileSync(join(folder, name, 'schema.json'), 'utf8')) as Info).info.singularName,
  )
}

const factory = (kind: string, uid: string): string =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('${uid}')\n`

/** Without these an API has no routes. */
const writeCode = (api: string): void => {
  for (const type of contentTypes(api)) {
    const uid = `api::${basename(api)}.${type}`
    write(join(api, 'controllers', `${type}.js`), factory('Controller', uid))
    write(join(api, 'services', `${type}.js`), factory('Service', uid))
    write(join(api, 'routes', `${type}.js`), factory('Router', uid))
  }
}

const databaseConfig = `module.exports = ({ env }) => ({
  connection: env('BENCH_DATABASE').startsWith('postgres:')
    ? { client: 'postgres', connection: { connectionString: env('BENCH_DATABASE') } }
    : { client: 'sqlite', connection: { filename: env('BENCH_DATABASE') }, useNullAsDefault: true },
})
`

// All that a new project has, but for the log: the other servers write none either.
const middlewares = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']

const manifest = {
  name: 'bench',
  version: '0.0.0',
  private: true,
  dependencies: { '@strapi/plugin-users-permissions': '*', '@strapi/strapi': '*' },
}

/** A copy of a project as Strapi needs it: the schema and the settings as they are, the database from outside. */
export const strapiProject = (source: string, name: string): string => {
  const folder = join(projects, name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(source, folder, { recursive: true, filter: (path) => !made.has(basename(path)) })
  for (const api of readdirSync(join(folder, 'src', 'api'))) writeCode(join(folder, 'src', 'api', api))
  for (const empty of ['public/uploads', 'database/migrations', 'src/extensions'])
    mkdirSync(join(folder, empty), { recursive: true })
  write(join(folder, 'src', 'index.js'), 'module.exports = {}\n')
  write(join(folder, 'package.json'), JSON.stringify(manifest))
  write(join(folder, 'config', 'database.js'), databaseConfig)
  const names = middlewares.map((middleware) => `strapi::${middleware}`)
  write(join(folder, 'config', 'middlewares.js'), `module.exports = ${JSON.stringify(names)}\n`)
  return folder
}
