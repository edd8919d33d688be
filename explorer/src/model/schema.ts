/** Looks things up in the server's description of the schema. */

import type {
  DescribedAttribute,
  DescribedLink,
  DescribedScalar,
  DescribedType,
  DescribedUnion,
  Description,
} from '../../../src/explorer/description.ts'
import type { Names } from './read-populate.ts'

export type { DescribedAttribute, DescribedLink, DescribedScalar, DescribedType, DescribedUnion, Description }

export function attributesOf(description: Description, uid: string): readonly DescribedAttribute[] {
  return description.models[uid] ?? []
}

export function attributeOf(description: Description, uid: string, name: string): DescribedAttribute | undefined {
  return attributesOf(description, uid).find((attribute) => attribute.name === name)
}

export function isScalar(attribute: DescribedAttribute): attribute is DescribedScalar {
  return attribute.kind === 'scalar'
}

export function isUnion(attribute: DescribedAttribute): attribute is DescribedUnion {
  return attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo'
}

export function isLink(attribute: DescribedAttribute): attribute is DescribedLink {
  return !isScalar(attribute) && !isUnion(attribute)
}

/** Attributes with one model of their own that conditions can pass into. */
export function isFilterable(description: Description, attribute: DescribedAttribute): attribute is DescribedLink {
  return isLink(attribute) && (attribute.kind !== 'media' || description.profile === 'strapi')
}

/** The attribute at a path from a type. */
export function attributeAt(
  description: Description,
  uid: string,
  names: readonly string[],
): DescribedAttribute | undefined {
  const model = modelAt(description, uid, names.slice(0, -1))
  return model === null ? undefined : attributeOf(description, model, names.at(-1) ?? '')
}

/** The model at a path from a type. */
export function modelAt(description: Description, uid: string, names: readonly string[]): string | null {
  const [name, ...rest] = names
  if (name === undefined) return uid
  const attribute = attributeOf(description, uid, name)
  return attribute !== undefined && isLink(attribute) ? modelAt(description, attribute.target, rest) : null
}

/** For `readPopulate`: relations and components open as a tree, dynamic zones and media do not. */
export function namesFrom(description: Description, uid: string): Names {
  const found = (names: readonly string[]) => attributeAt(description, uid, names)
  return {
    opens: (names) => {
      const attribute = found(names)
      return attribute !== undefined && isLink(attribute) && attribute.kind !== 'media'
    },
    has: (names) => found(names) !== undefined,
  }
}

/** `press-releases` → `Press releases`, `shared.seo` → `Seo`, `api::article.article` → `Article`. */
export function titleOf(name: string): string {
  const last = name.split('.').at(-1) ?? name
  const words = last.replaceAll('-', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
