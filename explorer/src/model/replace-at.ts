/** The list with another item in one place; null takes the item out. */
export function replaceAt<Item>(items: readonly Item[], index: number, item: Item | null): readonly Item[] {
  return items.flatMap((one, position) => (position !== index ? [one] : item === null ? [] : [item]))
}
