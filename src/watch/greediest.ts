/**
 * The oldest item of the caller who has the most of them, to make room for a newcomer; null where that would be unfair:
 * behind a proxy all clients may have one address, and none of them has more than another. `callerOf` is null for an
 * item that several callers share.
 */
export function greediestOf<Item>(
  items: Iterable<Item>,
  callerOf: (item: Item) => string | null,
  newcomer: string,
): Item | null {
  const held = new Map<string, Item[]>()
  for (const item of items) {
    const caller = callerOf(item)
    const own = caller === null ? undefined : held.get(caller)
    if (own !== undefined) own.push(item)
    else if (caller !== null) held.set(caller, [item])
  }
  let most: readonly Item[] = []
  for (const items of held.values()) if (items.length > most.length) most = items
  return most.length > (held.get(newcomer)?.length ?? 0) + 1 ? (most[0] ?? null) : null
}
