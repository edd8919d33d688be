/** The first requests to both servers: whether there is content, whether it is the same, and samples of it. */

import type { ContentType } from '../schema/schema.ts'
import { type Answer, type Ask, isFailure } from './answer.ts'
import { CannotCompare } from './cannot-compare.ts'
import type { Servers } from './departures/servers.ts'
import { isList, isObject, type JsonObject } from './find-differences.ts'
import { pathOf } from './requests/make-requests.ts'
import { type Sample, sampleOf } from './requests/sample.ts'

export interface Samples {
  readonly samples: readonly Sample[]
  readonly locales: readonly string[]
  /** Notes for readers of the result, as sentences. */
  readonly remarks: readonly string[]
}

/** Whose permissions apply: those of the public, of a user whose JWT is in `--header`, or of a token. */
export type Caller = 'public' | 'header' | 'token'

/** Not used in the comparison itself, where a cached response would look fast. */
const QUERY = 'populate=*&pagination[pageSize]=20'

export async function takeSamples(
  types: readonly ContentType[],
  prefix: string,
  servers: Servers,
  caller: Caller,
): Promise<Samples> {
  const samples: Sample[] = []
  const refused: string[] = []
  const otherwise: string[] = []
  for (const type of types) {
    const path = `${pathOf(type, prefix)}?${type.kind === 'singleType' ? 'populate=*' : QUERY}`
    const strapi = await askStrapi(servers.strapi, path)
    const lectern = await servers.lectern(path, { anonymous: false })
    if (strapi.status === 401 || strapi.status === 403) refused.push(type.uid)
    else samples.push(sampleOf(type, strapi.json?.value ?? null))
    const [theirs, ours] = [totalOf(strapi), isFailure(lectern) ? null : totalOf(lectern)]
    if (theirs !== null && ours !== null && theirs !== ours) {
      otherwise.push(`${type.pluralName} (${theirs} in Strapi, ${ours} in Lectern)`)
    }
  }
  return {
    samples,
    locales: localesIn(samples),
    remarks: [...refusals(refused, caller), ...otherContent(otherwise)],
  }
}

async function askStrapi(ask: Ask, path: string): Promise<Answer> {
  const asked = await ask(path, { anonymous: false })
  if (isFailure(asked))
    throw new CannotCompare(`Strapi cannot be asked: ${asked.failure}. Is it running, and is --with its address?`)
  if (asked.status >= 300 && asked.status < 400) {
    throw new CannotCompare(
      `Strapi redirects ${path} to ${asked.location ?? 'another address'}. Give that address: --with URL.`,
    )
  }
  if (asked.isLecterns) {
    throw new CannotCompare(
      'The server at --with is Lectern, not Strapi. Give the address of Strapi itself; behind a proxy that sends reads to Lectern, that is the one it has without the proxy.',
    )
  }
  if (asked.json === null) {
    const what = asked.text.trimStart().startsWith('<') ? 'a web page' : 'something that is not JSON'
    throw new CannotCompare(
      `${path} at --with gives ${what} (status ${asked.status}). Give the address that comes before ${path}.`,
    )
  }
  return asked
}

function totalOf({ json }: Answer): number | null {
  const meta = isObject(json?.value) ? json.value.meta : undefined
  const pagination = isObject(meta) ? meta.pagination : undefined
  return isObject(pagination) && typeof pagination.total === 'number' ? pagination.total : null
}

/** The locales of the sample entries and of their translations. */
function localesIn(samples: readonly Sample[]): readonly string[] {
  const codes = samples.flatMap(({ entries }) =>
    entries.flatMap((entry) => [entry, ...translations(entry)].map(({ locale }) => locale)),
  )
  return [...new Set(codes.filter((code) => typeof code === 'string'))].sort()
}

function translations({ localizations }: JsonObject): readonly JsonObject[] {
  return isList(localizations) ? localizations.filter(isObject) : []
}

function refusals(uids: readonly string[], caller: Caller): readonly string[] {
  if (uids.length === 0) return []
  const actions = uids.map((uid) => `${uid}.find`).join(', ')
  const verb = uids.length === 1 ? 'is' : 'are'
  return [
    {
      token: `The token may not read everything: ${actions} ${verb} missing. A read-only token may find all types.`,
      header: `The caller named by --header may not read everything: ${actions} ${verb} not allowed.`,
      public: `The public may not read everything: ${actions} ${verb} not allowed. Set LECTERN_COMPARE_TOKEN to an API token of Strapi's (a read-only one is enough) to compare these types too.`,
    }[caller],
  ]
}

function otherContent(types: readonly string[]): readonly string[] {
  if (types.length === 0) return []
  return [
    `The two servers do not read the same content: ${types.join(', ')}. Give Lectern the database that Strapi uses, or a fresh copy of it: --database FILE_OR_URL. Where it has that already, code of the project decides what Strapi shows: lectern check lists the files.`,
  ]
}
