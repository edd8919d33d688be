/** Headers by name, a `Headers` object, or a list of pairs. */
export type GivenHeaders = Readonly<Record<string, string>> | Iterable<readonly [string, string]>

/** Later headers replace earlier ones of the same name in any case: `fetch` would combine both. */
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
