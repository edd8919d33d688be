import { type PlaceInJson, placeIn } from './place-in.ts'

/**
 * `1e999` is valid JSON, but Infinity once it is parsed, and null once that is written as JSON again. Where in a value
 * the first such number stands; null where there is none.
 */
export function infiniteNumberIn(value: unknown): PlaceInJson | null {
  return placeIn(value, (item) => typeof item === 'number' && !Number.isFinite(item))
}
