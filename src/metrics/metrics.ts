/** Metrics for Prometheus. Labels have few values, and none is taken unchanged from a request. */

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Connections } from '../execute/database.ts'
import type { Observer } from '../execute/observer.ts'

interface ServedRequest {
  /** The kind of path, not the path. */
  readonly route: string
  readonly method: string
  readonly status: number
  readonly milliseconds: number
}

/** `left`: the client has gone, or the server stopped; `failed`: it is not complete, and that is our fault. */
export type StreamEnd = 'complete' | 'left' | 'failed'

interface Sources {
  pool(): Connections | null
  isWritable(): boolean
  /** Live responses; null while waiting for the database. */
  watching(): { watchers(): number; questions(): number } | null
  /** Events that are still to be delivered to webhooks. */
  waitingEvents(): Promise<number>
}

export interface Metrics extends Observer {
  served(request: ServedRequest): void
  /** A streamed response begins. The returned function is called at its end. */
  streaming(route: string): (end: StreamEnd) => void
  /** Called when the metrics are read. */
  watch(sources: Sources): void
  /** In Prometheus' text format. */
  text(): Promise<string>
  figures(): Promise<Figures>
}

/** The figures of one process, in the form that is sent to another. */
export type Figures = readonly object[]

/** Registers how to get the metrics of this process, and returns a function for those of all processes. */
export type ShareFigures = (own: () => Promise<Figures>) => () => Promise<readonly Figures[]>

/** Buckets in seconds: from a cached response to a timeout. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const { requests, durations, statements, pending, streams, ends, lookups, deliveries } = defineMetrics(registers)
  for (const outcome of ['delivered', 'retried', 'failed']) deliveries.inc({ outcome }, 0)
  for (const kind of ['read', 'write']) pending.set({ kind }, 0)
  for (const result of ['hit', 'miss', 'unchanged']) lookups.inc({ result }, 0)

  return {
    served: ({ route, method, status, milliseconds }) => {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status })
      durations.observe({ route }, milliseconds / 1_000)
    },
    streaming: (route) => {
      streams.inc({ route })
      return (end) => {
        streams.dec({ route })
        ends.inc({ route, end })
      }
    },
    began: (kind) => {
      const end = statements.startTimer({ kind })
      pending.inc({ kind })
      return () => {
        pending.dec({ kind })
        end()
      }
    },
    readAtOnce: (milliseconds) => statements.observe({ kind: 'read' }, milliseconds / 1_000),
    looked: (result) => lookups.inc({ result }),
    delivered: (outcome) => deliveries.inc({ outcome }),
    watch: (sources) => addSources(sources, registers),
    text: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
  }
}

/** Metrics that requests update. */
function defineMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'lectern_http_requests_total',
      help: 'Requests, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'lectern_http_request_duration_seconds',
      help: 'Time until a response was ready to be sent.',
      labelNames: ['route'],
      buckets: BUCKETS,
      registers,
    }),
    statements: new Histogram({
      name: 'lectern_database_duration_seconds',
      help: 'Time of statements that read and transactions that write, including waiting.',
      labelNames: ['kind'],
      buckets: BUCKETS,
      registers,
    }),
    pending: new Gauge({
      name: 'lectern_database_pending',
      help: 'Statements and transactions that run or wait.',
      labelNames: ['kind'],
      registers,
    }),
    streams: new Gauge({
      name: 'lectern_http_streams',
      help: 'Responses being made while they are sent, by route.',
      labelNames: ['route'],
      registers,
    }),
    ends: new Counter({
      name: 'lectern_http_streams_ended_total',
      help: 'Responses that were made while they were sent, by outcome: complete, ended by the client or a shutdown, or failed.',
      labelNames: ['route', 'end'],
      registers,
    }),
    lookups: new Counter({
      name: 'lectern_cache_lookups_total',
      help: 'Lookups in the response cache: hit, miss, or unchanged where the client had the response already.',
      labelNames: ['result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'lectern_webhook_deliveries_total',
      help: 'Attempts to deliver an event to a webhook: delivered, to be retried, or failed for good.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

/** Metrics whose values are read from elsewhere on each scrape. */
function addSources({ pool, isWritable, watching, waitingEvents }: Sources, registers: Registry[]): void {
  new Gauge({
    name: 'lectern_watched',
    help: 'Live responses: clients that have one open, and the different queries that are read for them.',
    labelNames: ['what'],
    registers,
    collect() {
      this.set({ what: 'clients' }, watching()?.watchers() ?? 0)
      this.set({ what: 'queries' }, watching()?.questions() ?? 0)
    },
  })
  new Gauge({
    name: 'lectern_writable',
    help: '1 if the last write had disk space, 0 while the disk is full or read-only.',
    registers,
    aggregator: 'min',
    collect() {
      this.set(isWritable() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'lectern_webhook_waiting',
    help: 'Events that are still to be delivered to webhooks.',
    registers,
    // Every process counts the same table.
    aggregator: 'max',
    async collect() {
      this.set(await waitingEvents())
    },
  })
  new Gauge({
    name: 'lectern_database_connections',
    help: 'Connections to the database server: open, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, number] of Object.entries({ ...pool() })) this.set({ state }, number)
    },
  })
}

/** The metrics of several processes together, in Prometheus' text format. */
export function textOf(all: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics()
}
