/** Headers by name, as a program gives them: also a `Headers`, or a list of pairs. */
export type GivenHeaders = Readonly<Record<string, string>> | Iterable<readonly [string, string]>

/** Later ones replace earlier ones, also where their names are written differently: sent together, both would be wrong. */
export function joinHeaders(...all: readonly (GivenHeaders | undefined)[]): Record<string, string> {
  const byName = new Map<string, readonly [string, string]>()
  for (const given of all) {
    for (const [name, value] of pairsOf(given ?? {})) byName.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(byName.values())
}

function pairsOf(given: GivenHeaders): Iterable<readonly [string, string]> {
  return Symbol.iterator in given ? (given as Iterable<readonly [string, string]>) : Object.entries(given)
}
