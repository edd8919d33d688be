/** The models of a schema: its content types, then its components. */

import type { ContentType, Model, Schema } from './schema.ts'

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

/** Whether it has Draft & Publish. Components have what the entry around them has. */
export function hasDrafts(model: Model): model is ContentType {
  return model.kind !== 'component' && model.draftAndPublish
}

/** Whether it has locales of its own. Components have what the entry around them has. */
export function isLocalized(model: Model): model is ContentType {
  return model.kind !== 'component' && model.localized
}

/** The content types that requests can ask for. */
export function typesWithRoutes({ contentTypes }: Pick<Schema, 'contentTypes'>): readonly ContentType[] {
  return [...contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
}
