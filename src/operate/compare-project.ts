/** Compares the responses of a project with those of the Strapi that it belongs to. */

import { basename, resolve } from 'node:path'
import type { Ask } from '../compare/answer.ts'
import { createAsk } from '../compare/ask-http.ts'
import { CannotCompare } from '../compare/cannot-compare.ts'
import { type Compared, type Comparison, isTimed } from '../compare/comparison.ts'
import { pathOnly } from '../compare/query-pairs.ts'
import { ratiosOf } from '../compare/ratios.ts'
import type { ComparedRequest } from '../compare/request.ts'
import { makeRequests } from '../compare/requests/make-requests.ts'
import { readRequests } from '../compare/requests/read-requests.ts'
import { runComparison } from '../compare/run-comparison.ts'
import { type Caller, type Samples, takeSamples } from '../compare/take-samples.ts'
import { packageVersion } from '../config/version.ts'
import type { OpenOptions } from '../open/lectern.ts'
import { openLoaded } from '../open/open-project.ts'
import { findCode } from '../project/find-code.ts'
import { routesOf } from '../request/routes.ts'
import { typesWithRoutes } from '../schema/models.ts'
import { remarkOnVersion } from './remark-on-version.ts'

export interface CompareOptions extends OpenOptions {
  /** URL of Strapi. */
  readonly strapi: string
  /** URL of a running Lectern; null: the project is opened for the comparison. */
  readonly lectern: string | null
  /** A list of URLs or a log; null: requests are generated. */
  readonly requests: { readonly name: string; readonly text: string } | null
  readonly seed: number
  /** Requests at most. */
  readonly most: number
  readonly tokens: { readonly strapi: string | null; readonly lectern: string | null }
  readonly headers: Readonly<Record<string, string>>
  readonly concurrency: number
  readonly rate: number
  /** Milliseconds: of all requests, and of one. */
  readonly longest: number
  readonly timeout: number
  readonly stop: AbortSignal
  readonly onProgress: (title: string, done: number, total: number | null) => void
}

export async function compareProject(options: CompareOptions): Promise<Comparison> {
  // The project as it would be served instead of Strapi.
  const lectern = await openLoaded({ profile: 'strapi', ...options, deliver: false })
  try {
    const own = options.lectern ?? (await lectern.listen({ host: '127.0.0.1', port: 0 }))
    const { rest } = lectern.settings
    const askFor = (base: string, token: string | null): Ask =>
      createAsk({ base: baseOf(base, rest.prefix), headers: options.headers, token, timeoutMs: options.timeout })
    const servers = {
      strapi: askFor(options.strapi, options.tokens.strapi),
      lectern: askFor(own, options.tokens.lectern),
    }
    const types = typesWithRoutes(lectern.schema)
    options.onProgress('Looking at the content', 0, null)
    const samples = await takeSamples(types, rest.prefix, servers, callerOf(options))
    const { requests, source, remarks } = requestsFor(options, samples, lectern.schema, rest.prefix)
    const pace = { ...options, deadline: Date.now() + options.longest }
    const around = {
      servers,
      schema: lectern.schema,
      routes: routesOf(lectern.schema, rest),
      maxLimit: rest.maxLimit,
      profile: rest.profile,
      drafts: rest.drafts,
      code: findCode(options.project),
    }
    const { compared, left } = await runComparison(requests, around, pace, (done) =>
      options.onProgress('Comparing', done, requests.length),
    )
    return {
      strapi: baseOf(options.strapi, rest.prefix),
      lectern: nameOf(options),
      when: new Date().toISOString().slice(0, 10),
      source,
      compared,
      left,
      ratios: ratiosOf(compared.filter(isTimed).map(({ took }) => took)),
      remarks: [
        ...remarkOnVersion(options.project, compared),
        ...remarksOnCode(compared),
        ...samples.remarks,
        ...remarks,
        ...remarkOnDistance(options),
      ],
    }
  } finally {
    await lectern.close()
  }
}

/** Without folders: the report may be shown to others. */
function nameOf({ lectern, project }: CompareOptions): string {
  const on = lectern === null ? `on the project ${basename(resolve(project))}` : `at ${lectern}`
  return `Lectern ${packageVersion()} ${on}`
}

interface Requests {
  readonly requests: readonly ComparedRequest[]
  readonly source: string
  readonly remarks: readonly string[]
}

function requestsFor(
  options: CompareOptions,
  { samples, locales }: Samples,
  schema: Parameters<typeof makeRequests>[0]['schema'],
  prefix: string,
): Requests {
  const { requests: file, seed, most, tokens } = options
  if (file === null) {
    const requests = makeRequests({ prefix, schema, samples, locales, seed, most, withToken: tokens.strapi !== null })
    if (requests.length === 0) throw new CannotCompare(NOTHING_TO_ASK[callerOf(options)])
    return { requests, source: `generated from the content types (seed ${seed})`, remarks: [] }
  }
  const { requests, skipped } = readRequests(file.text, prefix)
  if (requests.length === 0) throw new CannotCompare(`${file.name} holds no GET below ${prefix}.`)
  const { otherMethods, otherPaths, unreadable } = skipped
  const left = requests.length - most
  const remarks = [
    otherMethods + otherPaths + unreadable > 0
      ? `Lines of ${file.name} that were passed over: ${otherMethods} of other methods than GET, ${otherPaths} outside ${prefix}, ${unreadable} that are not requests.`
      : null,
    left > 0
      ? `The ${most} most frequent of ${requests.length} different requests were sent; --limit N sends more.`
      : null,
  ]
  return {
    requests: requests.slice(0, most),
    source: `from ${file.name}`,
    remarks: remarks.filter((text) => text !== null),
  }
}

const NOTHING_TO_ASK: Readonly<Record<Caller, string>> = {
  token:
    'Strapi refuses the token for every content type. Set LECTERN_COMPARE_TOKEN to a read-only API token of this Strapi.',
  header:
    'Strapi refuses the caller named by --header for every content type. Give the JWT of a user who may find some, or set LECTERN_COMPARE_TOKEN to a read-only API token.',
  public:
    'Strapi shows the public no content type. Set LECTERN_COMPARE_TOKEN to an API token (Settings → API Tokens, read-only), or let the role Public find some.',
}

/** A token takes the place of an Authorization header. */
function callerOf({ tokens, headers }: Pick<CompareOptions, 'tokens' | 'headers'>): Caller {
  if (tokens.strapi !== null) return 'token'
  return headers.authorization === undefined ? 'public' : 'header'
}

/** `http://localhost:1337/` and `http://localhost:1337/api` are `http://localhost:1337`. */
function baseOf(address: string, prefix: string): string {
  const trimmed = address.replace(/\/+$/, '')
  return trimmed.toLowerCase().endsWith(prefix.toLowerCase()) ? trimmed.slice(0, -prefix.length) : trimmed
}

/** Routes of the project's own code are not differences to fix; such requests have to stay with Strapi. */
function remarksOnCode(compared: readonly Compared[]): readonly string[] {
  const paths = compared.flatMap(({ request, verdict }) =>
    verdict.kind === 'known' && verdict.departures.includes('no-route') ? [pathOnly(request.path)] : [],
  )
  const list = [...new Set(paths)].join(', ')
  return paths.length === 0 ? [] : [`Leave to Strapi what code of the project or of a plugin answers: ${list}.`]
}

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

function remarkOnDistance({ strapi, lectern }: CompareOptions): readonly string[] {
  const isHere = (address: string) => HERE.has(new URL(address).hostname)
  if (isHere(strapi) === (lectern === null || isHere(lectern))) return []
  return ['The two servers are not equally far away: times include the network to each of them.']
}
