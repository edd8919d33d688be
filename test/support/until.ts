import { setTimeout as pause } from 'node:timers/promises'

/** Waits for half a minute at most. `told`: what a failure says besides, such as a log. */
export async function until(isTrue: () => Promise<boolean>, told: () => string = () => ''): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isTrue()) return
    await pause(50)
  }
  throw new Error(`it did not happen; ${told()}`)
}
