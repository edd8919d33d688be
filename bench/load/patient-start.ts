import { setTimeout as sleep } from 'node:timers/promises'

const attempts = 100
const pauseBetween = 200

/**
 * Until a URL has been answered once: a server that has just started may say 503 while its readers start, and load that
 * meets it then would measure that.
 */
export const untilServed = async (url: string, key?: string): Promise<void> => {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) })
    const text = await response.text()
    if (response.ok) return
    if (response.status !== 503 || attempt === attempts)
      throw new Error(`${url} was answered with ${response.status}: ${text.slice(0, 200)}`)
    await sleep(pauseBetween)
  }
}
