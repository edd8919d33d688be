/** `pressReleases` → `press-releases`. A name without capitals is the path itself. */
export function pathOf(name: string): string {
  if (name.includes(':')) {
    throw new TypeError(`Where ${name} is found is not known: say it in "paths", or use the name made from its path.`)
  }
  return encodeURIComponent(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
}
