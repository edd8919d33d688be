/** Runs one thing at a time. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
