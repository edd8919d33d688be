/** Reads a file of requests: one URL per line, or the access log of a web server or of Strapi. Formats may be mixed. */

import { type ComparedRequest, requestTo } from '../request.ts'

export interface ReadRequests {
  /** Without duplicates, the most frequent first. */
  readonly requests: readonly ComparedRequest[]
  readonly skipped: {
    /** Requests that are not GET. */
    readonly otherMethods: number
    /** Requests outside the prefix: the admin panel, files, pages. */
    readonly otherPaths: number
    readonly unreadable: number
  }
}

type Line = { readonly method: string; readonly target: string } | null

export function readRequests(text: string, prefix: string): ReadRequests {
  const counts = new Map<string, number>()
  const skipped = { otherMethods: 0, otherPaths: 0, unreadable: 0 }
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replaceAll(ANSI_COLOUR, '').trim()
    if (line === '' || line.startsWith('#')) continue
    const read = readLine(line)
    const path = read === null ? null : pathOf(read.target)
    if (read === null || path === null) skipped.unreadable += 1
    else if (read.method !== 'GET') skipped.otherMethods += 1
    else if (!isBelow(prefix, path)) skipped.otherPaths += 1
    else counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const requests = [...counts].map(([path, times]) => requestTo(path, { times })).sort((a, b) => b.times - a.times)
  return { requests, skipped }
}

/** Strapi's console colours its levels. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const ANSI_COLOUR = /\u001b\[[\d;]*m/g

/** `"GET /api/articles HTTP/1.1"`, as in the common and combined log formats of nginx and Apache. */
const WEB_SERVER = /"([A-Z]+) (\S+) HTTP\/[\d.]+"/

/** `[2026-01-31 12:00:00.000] http: GET /api/articles (12 ms) 200`. */
const STRAPI = /\bhttp:? ([A-Z]+) (\S+) \(\d+ ms\) \d{3}/

/** `GET /api/articles`, `/api/articles`, or a full URL. */
const PLAIN = /^(?:([A-Z]+) )?(\/\S*|https?:\/\/\S+)$/

function readLine(line: string): Line {
  const found = WEB_SERVER.exec(line) ?? STRAPI.exec(line) ?? PLAIN.exec(line)
  return found === null ? null : { method: found[1] ?? 'GET', target: found[2] ?? '' }
}

function pathOf(target: string): string | null {
  if (target.startsWith('/')) return withoutFragment(target)
  if (!URL.canParse(target)) return null
  return withoutFragment(target.slice(new URL(target).origin.length) || '/')
}

function withoutFragment(path: string): string {
  const mark = path.indexOf('#')
  return mark === -1 ? path : path.slice(0, mark)
}

function isBelow(prefix: string, path: string): boolean {
  return path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
}
