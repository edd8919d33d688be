/**
 * The logical model: what a project's schema files say, completed with what every content type has.
 * It knows neither SQL nor HTTP. Built once at startup, never changed.
 */

import type { ScalarType } from '../vocabulary/scalar-types.ts'
import type { ScalarRules } from './scalar-rules.ts'

export type { ScalarType }

interface AttributeBase {
  readonly name: string
  /** Private, a password, or named in `privateAttributes`: for every caller as if it did not exist. */
  readonly hidden: boolean
  /** Whether published entries must have a value; drafts need not. */
  readonly required: boolean
  /** Whether each locale has a value of its own; the locales of a document share what is not localized. */
  readonly localized: boolean
  /** False for values that the server sets, and for attributes that the schema file makes read-only. */
  readonly writable: boolean
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** Whether `_q` looks into it. */
  readonly searchable: boolean
  /** The column's name where the schema file fixes it; otherwise it is derived from the attribute's name. */
  readonly columnName: string | null
  /** A column that databases of some versions lack (`files.focal_point`, `document_id` of components). */
  readonly optional: boolean
  readonly rules: ScalarRules
}

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation'
  readonly relation: 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany'
  readonly target: string
  readonly mappedBy: string | null
  readonly inversedBy: string | null
  /** False for relations stored in a column of the owner's table (`created_by_id`). */
  readonly useJoinTable: boolean
  /** Names that the schema file gives itself; null: they are derived. */
  readonly joinTable: JoinTable | null
  readonly joinColumn: string | null
  /** Creator fields are shown without a `find` permission on their target. */
  readonly needsFind: boolean
  readonly toMany: boolean
}

/** A link table with names of its own, and its columns. */
export interface JoinTable {
  readonly name: string
  readonly joinColumn: string
  readonly inverseJoinColumn: string
  readonly orderColumn: string | null
}

/** The side of a polymorphic relation that has a fixed target: `morphOne`, `morphMany`. */
export interface MorphInverseAttribute extends AttributeBase {
  readonly kind: 'morphInverse'
  readonly target: string
  readonly morphBy: string
  readonly toMany: boolean
}

/** The side of a polymorphic relation that may point at any content type: `morphToOne`, `morphToMany`. */
export interface MorphToAttribute extends AttributeBase {
  readonly kind: 'morphTo'
  readonly toMany: boolean
  /** Columns of a morphToOne that the schema file names itself; null: the usual ones. */
  readonly morphColumn: MorphColumn | null
}

export interface MorphColumn {
  readonly id: string
  readonly type: string
}

export interface MediaAttribute extends AttributeBase {
  readonly kind: 'media'
  readonly target: string
  readonly toMany: boolean
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component'
  /** UID of the component. */
  readonly target: string
  readonly toMany: boolean
  /** Items of the list in a published entry, at least and at most. */
  readonly min: number | null
  readonly max: number | null
}

export interface DynamicZoneAttribute extends AttributeBase {
  readonly kind: 'dynamiczone'
  readonly components: readonly string[]
  readonly toMany: true
  /** Items in a published entry, at least and at most. */
  readonly min: number | null
  readonly max: number | null
}

/** The same document in its other locales. */
export interface LocalizationsAttribute extends AttributeBase {
  readonly kind: 'localizations'
  readonly target: string
  readonly toMany: true
}

/** Attributes with related rows of one known model. */
export type LinkAttribute =
  | RelationAttribute
  | MorphInverseAttribute
  | MediaAttribute
  | ComponentAttribute
  | LocalizationsAttribute

/** Attributes with related rows of several models. */
export type PolymorphicAttribute = MorphToAttribute | DynamicZoneAttribute

/** Attributes whose values are other rows. */
export type NonScalarAttribute = LinkAttribute | PolymorphicAttribute

export type Attribute = ScalarAttribute | NonScalarAttribute

/** Everything that a schema file calls a `relation`. */
export type AnyRelation = RelationAttribute | MorphInverseAttribute | MorphToAttribute

export type ComponentsAttribute = ComponentAttribute | DynamicZoneAttribute

interface ModelBase {
  readonly uid: string
  /** `info.singularName` of a content type, the file's base name of a component: link columns are named after it. */
  readonly modelName: string
  readonly collectionName: string
  /** In output order: id, documentId, the file's attributes, timestamps, creators, locale, localizations. */
  readonly attributes: ReadonlyMap<string, Attribute>
  /** Relations that no link table belongs to: populating them is allowed, and shows nothing. */
  readonly inert: ReadonlySet<string>
  /** The contents of the schema file, unchanged, for describing the model. */
  readonly source: Readonly<Record<string, unknown>>
}

export interface ContentType extends ModelBase {
  readonly kind: 'collectionType' | 'singleType'
  readonly singularName: string
  readonly pluralName: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  /** True for the project's own types, which have routes; false for built-in ones (users, files, …). */
  readonly hasRoutes: boolean
}

export interface Component extends ModelBase {
  readonly kind: 'component'
}

export type Model = ContentType | Component

export interface Schema {
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
}

export function modelOf(schema: Schema, uid: string): Model {
  const model = schema.contentTypes.get(uid) ?? schema.components.get(uid)
  if (model === undefined) throw new Error(`no model ${uid}: the schema was not checked`)
  return model
}

export const FILE_UID = 'plugin::upload.file'
export const USER_UID = 'plugin::users-permissions.user'
export const LOCALE_UID = 'plugin::i18n.locale'
export const ADMIN_USER_UID = 'admin::user'
