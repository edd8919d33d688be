/** Hints for values that an attribute does not take, where Strapi's message does not say what to write instead. */

import { didYouMeanHint } from '../errors/did-you-mean.ts'
import type { ScalarAttribute } from '../schema/schema.ts'

const BLOCKS = '[{ "type": "paragraph", "children": [{ "type": "text", "text": "Hello" }] }]'

export function bodyValueHint({ name, type, rules }: ScalarAttribute, value: unknown): string | undefined {
  if (type === 'blocks' && !Array.isArray(value)) return `${name} is a list of blocks: ${BLOCKS}`
  return type === 'enumeration' && typeof value === 'string' ? didYouMeanHint(value, rules.enum) : undefined
}

/** Other programs call the key `component`, `type` or `blockType`: it is known by its value. */
export function componentHint(item: Readonly<Record<string, unknown>>, components: readonly string[]): string {
  const named = Object.entries(item).find(([, value]) => typeof value === 'string' && components.includes(value))
  if (named !== undefined) return `Write "__component" instead of "${named[0]}"`
  const [first = 'shared.seo'] = components
  return `Each item of a dynamic zone names its component: "__component": "${first}"`
}
