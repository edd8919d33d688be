/** An attribute as a schema file writes it. */
export type RawAttribute = Readonly<Record<string, unknown>>

/** What is known of an attribute before its type has been looked at. */
export interface AttributeBase {
  readonly name: string
  readonly hidden: boolean
  readonly required: boolean
  readonly localized: boolean
  readonly writable: boolean
}
