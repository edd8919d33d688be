/**
 * The validated input of a write: names are attributes, and values have the type of their attribute and obey its rules.
 * Attributes that were not sent are absent, and an update does not change them.
 */

import type {
  ComponentAttribute,
  DynamicZoneAttribute,
  MediaAttribute,
  Model,
  MorphInverseAttribute,
  MorphToAttribute,
  RelationAttribute,
  ScalarAttribute,
} from '../schema/schema.ts'

/** A value as it is to be stored: JSON documents as JSON text, datetimes as epoch milliseconds. */
export type StoredValue = string | number | bigint | boolean | null

/** A row of a content type or of a component, with its components, files and relations. */
export interface RowInput {
  readonly model: Model
  readonly scalars: ReadonlyMap<ScalarAttribute, StoredValue>
  /** Slugs to be made unique before they are stored; none of these attributes is among the scalars. */
  readonly slugs: ReadonlyMap<ScalarAttribute, string>
  readonly relations: ReadonlyMap<RelationAttribute | MorphInverseAttribute | MorphToAttribute, LinkChange>
  /** In order; a single component is a list of at most one. */
  readonly components: ReadonlyMap<ComponentAttribute | DynamicZoneAttribute, readonly ComponentInput[]>
  readonly media: ReadonlyMap<MediaAttribute, MediaChange>
}

export interface ComponentInput extends RowInput {
  /** The id of an existing component of the entry; null for a new one. */
  readonly id: number | null
}

export type LinkChange =
  | { readonly kind: 'set'; readonly items: readonly LinkItem[] }
  | {
      readonly kind: 'change'
      readonly connect: readonly LinkItem[]
      readonly disconnect: readonly LinkItem[]
      /** Whether a neighbour that is not linked is an error; otherwise the end of the list is used. */
      readonly strict: boolean
    }

/** Files, in order. New ones go to the end. */
export type MediaChange =
  | { readonly kind: 'set'; readonly files: readonly EntryReference[] }
  | {
      readonly kind: 'change'
      readonly connect: readonly EntryReference[]
      readonly disconnect: readonly EntryReference[]
    }

export interface LinkItem {
  readonly entry: EntryReference
  /** The content type, for relations to any type; null where the attribute says it. */
  readonly type: string | null
  /** Null: the version and locale that match the entry. */
  readonly locale: string | null
  readonly status: 'draft' | 'published' | null
  readonly position: LinkPosition
}

export type EntryReference =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'document'; readonly documentId: string }

export type LinkPosition =
  | { readonly at: 'start' | 'end' }
  | {
      readonly at: 'before' | 'after'
      readonly neighbour: EntryReference
      /** The content type of the neighbour, for relations to any type; null: that of what is placed by it. */
      readonly type: string | null
    }
