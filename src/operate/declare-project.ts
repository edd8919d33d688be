/** The TypeScript declarations of a project's content types. */

import { checkProgramOptions } from '../config/program-options.ts'
import { declareApi } from '../declarations/declare-api.ts'
import { loadSchema } from '../project/load-schema.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { Schema } from '../schema/schema.ts'

export interface Declared {
  /** The text of a `.d.ts`. */
  readonly text: string
  readonly contentTypes: number
  readonly components: number
  readonly locales: number
}

export interface DeclareOptions {
  /** The folder. No database is needed. */
  readonly project: string
  readonly env?: NodeJS.ProcessEnv
  /** Codes for editors to complete: `['en', 'fr-FR']`. */
  readonly locales?: readonly string[]
  /** In place of the files' own, where more is known than they say. */
  readonly schema?: Schema | null
}

export async function declareProject(options: DeclareOptions): Promise<Declared> {
  checkProgramOptions(options)
  const { schema: ofFiles, extensions } = await loadSchema(options.project, options.env ?? process.env)
  const schema = options.schema ?? ofFiles
  const contentTypes = typesWithRoutes(schema).length
  const { locales = [] } = options
  return {
    text: declareApi(schema, { locales, extensions }),
    contentTypes,
    components: schema.components.size,
    locales: locales.length,
  }
}
