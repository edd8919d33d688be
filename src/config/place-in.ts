/** A path in a JSON value: keys and indexes. */
export type PlaceInJson = readonly (string | number)[]

/** The path of the first value for which `accepts` is true; a value comes before those inside it. Null if there is none. */
export function placeIn(value: unknown, accepts: (value: unknown) => boolean): PlaceInJson | null {
  if (accepts(value)) return []
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? placeInList(value, accepts) : placeInObject(value, accepts)
}

/**
 * By index, without `Object.entries`: a body may have a list of half a million items, and a text for each index would
 * block all other requests.
 */
function placeInList(list: readonly unknown[], accepts: (value: unknown) => boolean): PlaceInJson | null {
  for (let index = 0; index < list.length; index += 1) {
    const place = placeIn(list[index], accepts)
    if (place !== null) return [index, ...place]
  }
  return null
}

function placeInObject(object: object, accepts: (value: unknown) => boolean): PlaceInJson | null {
  for (const [key, item] of Object.entries(object)) {
    const place = placeIn(item, accepts)
    if (place !== null) return [key, ...place]
  }
  return null
}
