/**
 * Runs one call at a time for all callers. A caller that arrives during a call shares the next one, because the result
 * of the current call may be older than the caller.
 */
export function shareInFlight<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> | null = null
  let next: Promise<Answer> | null = null

  function begin(): Promise<Answer> {
    next = null
    const answer = ask()
    const settled = answer.then(
      () => undefined,
      () => undefined,
    )
    underWay = settled
    void settled.then(() => {
      if (underWay === settled) underWay = null
    })
    return answer
  }

  return () => {
    if (underWay === null) return begin()
    next ??= underWay.then(begin)
    return next
  }
}
