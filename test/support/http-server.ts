/** A server without a project: a test says what it answers, and sees what it is asked and what it logs. */

import { DEFAULT_LIMITS } from '../../src/config/limits.ts'
import type { CorsSettings } from '../../src/config/settings.ts'
import { fetchFrom } from '../../src/http/fetch.ts'
import { createLogger } from '../../src/http/logger.ts'
import { createServer, type HttpServer } from '../../src/http/server.ts'
import type { Answer, HttpRequest } from '../../src/request/http-request.ts'

export const CORS: CorsSettings = {
  origin: '*',
  methods: ['GET'],
  headers: [],
  expose: [],
  credentials: false,
  maxAge: 1,
}

const servers: HttpServer[] = []

/** After each test. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close()
}

export function startServer(
  answer: Answer,
  { cors = CORS, urlLength = DEFAULT_LIMITS.urlLength }: { cors?: CorsSettings; urlLength?: number } = {},
) {
  const log: string[] = []
  const asked: HttpRequest[] = []
  const server = createServer({
    answer: (request) => {
      asked.push(request)
      return answer(request)
    },
    settings: { cors, limits: { ...DEFAULT_LIMITS, urlLength } },
    logger: createLogger({ write: (text) => log.push(text) }),
  })
  servers.push(server)
  return { fetch: fetchFrom(server), server, log, asked }
}
