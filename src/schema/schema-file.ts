/** A schema file as it was read, before anything was checked. */
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
