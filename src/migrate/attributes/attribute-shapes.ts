/** Facts about attributes that tables do not show: which of them hold components or files. */

import type { Attribute, Model } from '../../schema/schema.ts'

/**
 * By name of the attribute: `component part.leaf`, `components part.leaf`, `zone …`, `file`, `files`. Earlier versions:
 * `password`.
 */
export type AttributeShapes = Readonly<Record<string, string>>

export function shapesOf(model: Model): AttributeShapes {
  return Object.fromEntries(
    [...model.attributes.values()].flatMap((attribute) => {
      const shape = shapeOf(attribute)
      return shape === null ? [] : [[attribute.name, shape]]
    }),
  )
}

function shapeOf(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'component':
      return `${attribute.toMany ? 'components' : 'component'} ${attribute.target}`
    case 'dynamiczone':
      return `zone ${attribute.components.toSorted().join(' ')}`
    case 'media':
      return attribute.toMany ? 'files' : 'file'
    default:
      return null
  }
}
