/** A control of the builder, and how errors of the server refer to it. */

import { attributeOf, type DescribedAttribute, type Description, isLink } from './schema.ts'

export interface Control {
  /** Its position in the builder: `filters/0`, `populate/author/sort/1`. */
  readonly address: string
  /** The top-level parameter that errors name. */
  readonly param: string
  /** Names and operators that are written there. */
  readonly keys: readonly string[]
  /** Attributes, with dots between, as errors write them: that lead there, or of the thing itself. */
  readonly paths: readonly (string | null)[]
  readonly values: readonly string[]
  /** The attribute's type, where it is known. */
  readonly type: string | null
}

/**
 * The position of a part of the request: its address, the path of attributes to it, and the content type that its names
 * refer to.
 */
export interface Scope {
  readonly address: string
  readonly param: string
  readonly uid: string | null
  readonly description: Description
}

export function control(scope: Scope, index: string | number, said: Partial<Control>): Control {
  const nothing = { keys: [], paths: [], values: [], type: null }
  return { ...nothing, address: `${scope.address}/${index}`, param: scope.param, ...said }
}

export function attributeIn({ description, uid }: Scope, name: string): DescribedAttribute | undefined {
  return uid === null ? undefined : attributeOf(description, uid, name)
}

/** The target model of an attribute. */
export function targetAt(scope: Scope, name: string): string | null {
  const attribute = attributeIn(scope, name)
  return attribute !== undefined && isLink(attribute) ? attribute.target : null
}
