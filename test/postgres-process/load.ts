/** Clients that send requests without pause, and the statuses of their responses. */

export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly name: string | null
}

/** A request without a response within this time counts as hanging. */
const PATIENCE = 30_000

export async function ask(url: string): Promise<Answer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
  const text = await response.text()
  const name = response.ok ? null : ((JSON.parse(text) as { error: { name: string } }).error.name ?? null)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), name }
}

export interface Load {
  /** Ends it, and returns the number of responses with each status. */
  stop(): Promise<Readonly<Record<number, number>>>
  /** Responses so far, and the number of refusals among them. */
  answers(): number
  refusals(): number
}

const PATHS = [
  '/api/articles?populate=*&pagination[pageSize]=5',
  '/api/tags',
  '/api/articles?filters[author][name][$contains]=a&sort=title',
]

/** A refused client continues, after a pause: it got Retry-After. */
const PAUSE_AFTER_REFUSAL = 20

export function load(address: string, clients = 8): Load {
  const counts: Record<number, number> = {}
  let stopping = false
  const work = async (client: number) => {
    for (let round = client; !stopping; round++) {
      const { status } = await ask(`${address}${PATHS[round % PATHS.length]}`)
      counts[status] = (counts[status] ?? 0) + 1
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_REFUSAL))
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return {
    stop: async () => {
      stopping = true
      await working
      return counts
    },
    refusals: () => counts[503] ?? 0,
    answers: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}
