/** A path in a JSON value: keys and indexes. */
export type PlaceInJson = readonly (string | number)[]

/** The path of the first value that `isMeant` accepts; a value comes before those inside it. Null if there is none. */
export function placeIn(value: unknown, isMeant: (value: unknown) => boolean): PlaceInJson | null {
  if (isMeant(value)) return []
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? placeInList(value, isMeant) : placeInObject(value, isMeant)
}

/**
 * By index, without `Object.entries`: a body may have a list of half a million items, and a text for each index would
 * block all other requests.
 */
function placeInList(list: readonly unknown[], isMeant: (value: unknown) => boolean): PlaceInJson | null {
  for (let index = 0; index < list.length; index += 1) {
    const place = placeIn(list[index], isMeant)
    if (place !== null) return [index, ...place]
  }
  return null
}

function placeInObject(object: object, isMeant: (value: unknown) => boolean): PlaceInJson | null {
  for (const [key, item] of Object.entries(object)) {
    const place = placeIn(item, isMeant)
    if (place !== null) return [key, ...place]
  }
  return null
}
