/** The page at `/`: what this server is, its content types, and links. HTML without a script. */

import { createHash } from 'node:crypto'
import type { HttpResponse } from '../request/http-request.ts'
import type { SuggestedRequest } from './choose-requests.ts'
import { STYLE } from './style.ts'

export interface FrontPage {
  /** Lectern's version. */
  readonly version: string
  readonly types: readonly CountedType[]
  readonly requests: readonly SuggestedRequest[]
  readonly explorer: boolean
  readonly docs: boolean
}

export interface CountedType {
  readonly name: string
  readonly path: string
  /** Null for single types, and where nothing could be counted. */
  readonly count: number | null
}

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function respondFront(page: FrontPage): HttpResponse {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Vary: 'Accept, Authorization',
  }
  return { status: 200, headers, body: render(page) }
}

function render(page: FrontPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Lectern</h1>
<p class="lead">This server is a content API: front ends read its entries over REST, as JSON.</p>
${places(page)}
<h2>Content</h2>
${contents(page)}
${suggestions(page)}
<footer>Lectern ${escaped(page.version)}. This page is shown to browsers during development, and shows what a request without a token may read.</footer>
</main>
</body>
</html>
`
}

/** Relative, so that they work behind any proxy. */
function places({ explorer, docs }: FrontPage): string {
  const links = [
    ...(explorer ? [['_explorer/', 'Explorer', 'build a query by clicking, see its response and its SQL']] : []),
    ...(docs ? [['_docs/', 'Docs', 'every path and parameter, to read and to try']] : []),
    ...(docs ? [['_openapi.json', 'OpenAPI', 'the same for generators']] : []),
  ]
  const items = links.map(
    ([href = '', name = '', what = '']) => `<li><a href="${href}"><b>${name}</b> ${what}</a></li>`,
  )
  return items.length === 0 ? '' : `<ul class="places">${items.join('')}</ul>`
}

function contents({ types }: FrontPage): string {
  if (types.length === 0) return `<p>${NOTHING}</p>`
  const rows = types.map(
    ({ name, path, count }) =>
      `<tr><td><a href="${relative(path)}">${escaped(name)}</a></td><td>${count === null ? '' : count}</td></tr>`,
  )
  return `<table><thead><tr><th>Type</th><th>Entries</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const NOTHING =
  'A request without a token may read nothing yet. Say what it may read with <code>lectern role allow public api::article.article.find</code>, with the name of a type of yours.'

function suggestions({ requests, explorer }: FrontPage): string {
  if (requests.length === 0) return ''
  const items = requests.map(({ title, url }) => {
    const shown = escaped(url)
    const explore = explorer ? ` <a class="explore" href="_explorer/#${escaped(url)}">in the explorer</a>` : ''
    return `<li>${escaped(title)}${explore}<a class="request" href="${relative(url)}">${shown}</a></li>`
  })
  return `<h2>Requests worth trying</h2>\n<ul class="requests">${items.join('')}</ul>`
}

function relative(path: string): string {
  return escaped(path.slice(1))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
