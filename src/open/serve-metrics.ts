/** Metrics, where the project enables them, shown at `/_metrics`. */

import type { App } from '../answer/app.ts'
import type { Settings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { NO_OBSERVER, type Observer } from '../execute/observer.ts'
import type { ServeOptions } from '../http/serve.ts'
import { mayReadMetrics } from '../metrics/may-read-metrics.ts'
import type { Figures, Metrics, ShareFigures, StreamEnd } from '../metrics/metrics.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { routeTemplate } from '../request/route-template.ts'
import type { Routes } from '../request/routes.ts'

const PATH = '/_metrics'

export interface Measuring {
  /** The observer for an app with these settings. */
  observer(settings: Settings): Promise<Observer>
  /** The service with `/_metrics` and a callback for each response; unchanged where metrics are off. */
  around(service: MeasuredService): Promise<Pick<ServeOptions, 'answer' | 'onServed' | 'onStream'>>
}

interface MeasuredService {
  readonly settings: Settings
  readonly routes: Routes
  readonly answer: Answer
  /** The open project; null while waiting for the database. */
  current(): Pick<App, 'database' | 'unwritable' | 'watching' | 'webhooks'> | null
}

/** `share`: where this is one of several processes. */
export function createMeasuring(share: ShareFigures | undefined): Measuring {
  let made: Promise<Metrics> | null = null
  // Loaded only when enabled.
  const metrics = () => {
    made ??= import('../metrics/metrics.ts').then(({ createMetrics }) => createMetrics())
    return made
  }

  return {
    observer: async ({ rest }) => (rest.metrics ? metrics() : NO_OBSERVER),
    around: async ({ settings, routes, answer, current }) => {
      if (!settings.rest.metrics) return { answer }
      const own = await metrics()
      own.watch({
        pool: () => current()?.database.connections?.() ?? null,
        watching: () => current()?.watching ?? null,
        isWritable: () => (current()?.unwritable() ?? null) === null,
        // Metrics are shown also while the database does not respond.
        waitingEvents: async () =>
          (await current()
            ?.webhooks?.waiting()
            .catch(() => 0)) ?? 0,
      })
      const text = share === undefined ? () => own.text() : await textOfAll(share(() => own.figures()))
      return {
        answer: (request) => (isMetrics(request) ? show(request, settings, text) : answer(request)),
        onServed: ({ request, status, milliseconds }) => {
          const route = isMetrics(request) ? 'metrics' : routeTemplate(request.url, routes)
          own.served({ route, method: request.method, status, milliseconds })
        },
        onStream: ({ url }) => {
          const end = own.streaming(routeTemplate(url, routes))
          return (failure) => end(endOf(failure))
        },
      }
    },
  }
}

function endOf(failure: ApiError | null): StreamEnd {
  if (failure === null) return 'complete'
  return failure.code === 'CLIENT_GONE' || failure.code === 'SHUTTING_DOWN' ? 'left' : 'failed'
}

async function textOfAll(all: () => Promise<readonly Figures[]>): Promise<() => Promise<string>> {
  const { textOf } = await import('../metrics/metrics.ts')
  return async () => textOf(await all())
}

const isMetrics = ({ url }: HttpRequest): boolean => url.split('?', 1)[0] === PATH

async function show(request: HttpRequest, settings: Settings, text: () => Promise<string>): Promise<HttpResponse> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'HEAD, GET' } })
  }
  if (!mayReadMetrics(request, settings.secrets.metricsToken)) throw new ApiError('FORBIDDEN')
  const { METRICS_TYPE } = await import('../metrics/metrics.ts')
  return { status: 200, headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }, body: await text() }
}
