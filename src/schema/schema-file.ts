/** Schema files as they are read, before anything is checked. */

export interface SchemaFile {
  readonly kind: 'contentType' | 'component' | 'extension'
  readonly uid: string
  /** The folder of a content type, the base name of a component's file. */
  readonly name: string
  /** Relative to the project folder. */
  readonly file: string
  /** Undefined when the file could not be read: then the type exists, but nothing more is known of it. */
  readonly content: unknown
}

/** Takes note of a problem in the file at hand. */
export type Report = (path: string | null, message: string) => void

/** An attribute as a schema file writes it. */
export type RawAttribute = Readonly<Record<string, unknown>>

/** The part of an attribute that does not depend on its type. */
export interface AttributeBase {
  readonly name: string
  readonly hidden: boolean
  readonly required: boolean
  readonly localized: boolean
  readonly writable: boolean
}
