import { amountFor, type Measurement, measure } from './load.ts'

/** One of the compared servers, and the requests for one result. */
export type Contestant<Key extends string = string> = {
  readonly key: Key
  readonly urls: readonly string[]
  /** Background work during the measurement. */
  readonly meanwhile?: () => { stop(): Promise<void> }
}

export type LoadOptions = { readonly connections: number; readonly seconds: number; readonly rounds: number }

export type Rounds<Key extends string = string> = ReadonlyMap<Key, readonly Measurement[]>

const whileIt = async <Value>({ meanwhile }: Contestant, work: () => Promise<Value>): Promise<Value> => {
  const activity = meanwhile?.()
  try {
    return await work()
  } finally {
    await activity?.stop()
  }
}

/** The order of servers alternates from round to round, so that a slow phase of the machine affects all of them. */
export const interleave = async <Key extends string>(
  contestants: readonly Contestant<Key>[],
  { connections, seconds, rounds }: LoadOptions,
): Promise<Rounds<Key>> => {
  const measured = new Map<Key, Measurement[]>()
  const amounts = new Map<Key, number>()
  for (const one of contestants)
    amounts.set(one.key, await whileIt(one, () => amountFor(one.urls, connections, seconds)))
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const result = await whileIt(one, () => measure(one.urls, connections, amounts.get(one.key) ?? connections))
      measured.set(one.key, [...(measured.get(one.key) ?? []), result])
    }
  return measured
}
