/** The TypeScript declarations of a project's schema files. */

import { declareApi } from '../declarations/declare-api.ts'
import { loadSchema } from '../project/load-schema.ts'

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
}

export async function declareProject(options: DeclareOptions): Promise<Declared> {
  const { schema, extensions } = await loadSchema(options.project, options.env ?? process.env)
  const contentTypes = [...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes).length
  const { locales = [] } = options
  return {
    text: declareApi(schema, { locales, extensions }),
    contentTypes,
    components: schema.components.size,
    locales: locales.length,
  }
}
