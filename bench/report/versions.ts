import { readFileSync } from 'node:fs'
import { driver } from '../../src/dialects/sqlite/driver.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { strapiVersions } from '../peers/strapi/install.ts'
import { fromRoot } from '../project-root.ts'

const versionOf = (...path: readonly string[]): string =>
  (JSON.parse(readFileSync(fromRoot(...path, 'package.json'), 'utf8')) as { readonly version: string }).version

export type Versions = Readonly<Record<string, string>>

export const describeVersions = ({ kind, version }: BenchDatabases, strapi: boolean): Versions => ({
  node: process.version,
  [kind]: version,
  lectern: versionOf(),
  'better-sqlite3': versionOf('node_modules', driver),
  pg: versionOf('node_modules', 'pg'),
  ...(strapi ? strapiVersions() : {}),
})
