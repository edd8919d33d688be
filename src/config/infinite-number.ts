import { type PlaceInJson, placeIn } from './place-in.ts'

/**
 * `1e999` is valid JSON, but parsed it is Infinity, which becomes null when it is serialized again. Returns the path of
 * the first such number; null if there is none.
 */
export function infiniteNumberIn(value: unknown): PlaceInJson | null {
  return placeIn(value, (item) => typeof item === 'number' && !Number.isFinite(item))
}
