/** Puts a project's schema files and the declarations made from them together. */

import { declareApi } from '../declarations/declare-api.ts'
import { loadSchema } from '../project/load-schema.ts'

export interface Declared {
  /** Of a `.d.ts`. */
  readonly text: string
  readonly contentTypes: number
  readonly components: number
}

/** `project`: the folder. No database is needed. */
export async function declareProject(options: {
  readonly project: string
  readonly env?: NodeJS.ProcessEnv
}): Promise<Declared> {
  const schema = await loadSchema(options.project, options.env ?? process.env)
  const contentTypes = [...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes).length
  return { text: declareApi(schema), contentTypes, components: schema.components.size }
}
