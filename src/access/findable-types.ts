import { typesWithRoutes } from '../schema/models.ts'
import type { ContentType } from '../schema/schema.ts'
import { mayFind } from './caller.ts'
import type { VisibleSchema } from './visible-schema.ts'

/** Types with routes of their own that this caller may find. */
export function findableTypes({ schema, caller }: VisibleSchema): readonly ContentType[] {
  return typesWithRoutes(schema).filter((type) => mayFind(caller, type.uid))
}

/** Plural for collections, singular for single types. */
export function nameInPath(type: ContentType): string {
  return type.kind === 'singleType' ? type.singularName : type.pluralName
}
