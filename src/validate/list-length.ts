import type { ComponentAttribute, DynamicZoneAttribute } from '../schema/schema.ts'

/** What is wrong with the number of items in a published entry. An empty list that is not required is no list. */
export function brokenLength(
  { required, min, max }: ComponentAttribute | DynamicZoneAttribute,
  length: number,
): string | null {
  if (min !== null && length < min && (required || length > 0)) return `field must have at least ${min} items`
  return max !== null && length > max ? `field must have less than or equal to ${max} items` : null
}
