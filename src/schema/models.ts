/** The models of a schema: its content types, then its components. */

import type { Model, Schema } from './schema.ts'

export function modelsOf({ contentTypes, components }: Schema): readonly Model[] {
  return [...contentTypes.values(), ...components.values()]
}

export function mapModels({ contentTypes, components }: Schema, change: <M extends Model>(model: M) => M): Schema {
  return {
    contentTypes: new Map([...contentTypes].map(([uid, type]) => [uid, change(type)])),
    components: new Map([...components].map(([uid, component]) => [uid, change(component)])),
  }
}

/** Whether the project defines it, unlike users, files and other types that every project has. */
export function isOfProject(model: Model): boolean {
  return model.kind === 'component' || model.hasRoutes
}
