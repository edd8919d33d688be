/** Where in a body a value stands: attributes, indexes of lists, and the keys of relations and components. */
export type Place = readonly (string | number)[]

export const ROOT: Place = []

/** `sections[0].title` */
export function shownPlace(place: Place): string {
  return place.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** The names alone, as errors about keys have them: `sections.title`; null at the root. */
export function namesOf(place: Place): string | null {
  const names = place.filter((step) => typeof step === 'string')
  return names.length === 0 ? null : names.join('.')
}
