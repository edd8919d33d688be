/** `pressReleases` → `press-releases`. A name without capitals is already the path. */
export function pathOf(name: string): string {
  if (name.includes(':')) {
    throw new TypeError(
      `The path of ${name} is not known: give it in "paths", or use the name that its path has as a property.`,
    )
  }
  return encodeURIComponent(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
}
