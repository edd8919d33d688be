/**
 * Does work once for all callers that want the same while it is under way. If it fails, the next of them tries again: the
 * first may have failed only because its client has gone.
 */
export function shareByKey<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()

  function begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = work().finally(() => underWay.delete(key))
    underWay.set(key, result)
    return result
  }

  function share(key: string, work: () => Promise<Result>): Promise<Result> {
    return underWay.get(key)?.catch(() => share(key, work)) ?? begin(key, work)
  }

  return share
}
