export type Stoppable = { stop(): Promise<void> }

/** Hands on what was started, and stops it in the end. */
export type Keep = <Started extends Stoppable>(starting: Promise<Started>) => Promise<Started>

/** Whatever happens in it, all that was started is stopped again, the last one first. */
export const whileRunning = async <Value>(work: (keep: Keep) => Promise<Value>): Promise<Value> => {
  const running: Stoppable[] = []
  try {
    return await work(async (starting) => {
      const started = await starting
      running.push(started)
      return started
    })
  } finally {
    for (const one of running.toReversed()) await one.stop()
  }
}
