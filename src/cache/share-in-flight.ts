/**
 * One question at a time for all who ask it. Whoever comes while one is under way shares the next: the answer to the
 * first may be of a moment before they came.
 */
export function shareInFlight<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> | null = null
  let next: Promise<Answer> | null = null

  function begin(): Promise<Answer> {
    next = null
    const asked = ask()
    const settled = asked.then(
      () => undefined,
      () => undefined,
    )
    underWay = settled
    void settled.then(() => {
      if (underWay === settled) underWay = null
    })
    return asked
  }

  return () => {
    if (underWay === null) return begin()
    next ??= underWay.then(begin)
    return next
  }
}
