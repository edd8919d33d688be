/**
 * `1e999` is valid JSON, but Infinity once it is parsed, and null once that is written as JSON again. Where in a value
 * the first such number stands; null where there is none.
 */
export function infiniteNumberIn(value: unknown): readonly (string | number)[] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const place = infiniteNumberIn(item)
    if (place !== null) return [Array.isArray(value) ? Number(key) : key, ...place]
  }
  return null
}
