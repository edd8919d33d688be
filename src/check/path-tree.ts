/** Merges dotted paths into a tree: `a`, `a.b`, `a.c` → a { b, c }. */
export type PathTree = ReadonlyMap<string, PathTree>

export function pathTree(paths: readonly (readonly string[])[]): PathTree {
  const byHead = new Map<string, (readonly string[])[]>()
  for (const [head, ...rest] of paths) {
    if (head === undefined) continue
    const rests = byHead.get(head) ?? []
    if (rest.length > 0) rests.push(rest)
    byHead.set(head, rests)
  }
  return new Map([...byHead].map(([head, rests]) => [head, pathTree(rests)]))
}
