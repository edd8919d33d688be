/** The result as a web page: a single file that loads nothing else. */

import { type Comparison, countOf, exitCodeOf, isTimed, type VerdictKind } from '../comparison.ts'
import { escaped, prose, readable } from './html.ts'
import { departureCards, differenceCards } from './html-groups.ts'
import { ratioChart } from './ratio-chart.ts'
import { STYLE } from './style.ts'
import { count, milliseconds, times, verdictOf } from './wording.ts'

/** `docs`: the path of the documentation relative to the report; null if it cannot be linked. */
export function htmlReport(comparison: Comparison, docs: string | null): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Whatever a value contains, the page runs no scripts and loads nothing.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<title>Strapi and Lectern, compared</title>',
    `<style>${STYLE}</style>`,
    '<main>',
    header(comparison),
    speed(comparison),
    differenceCards(comparison),
    departureCards(comparison, docs),
    remarks(comparison),
    allRequests(comparison),
    `<footer>Written by lectern compare. Only GET requests were made; nothing was changed.</footer>`,
    '</main>',
    '</html>',
    '',
  ].join('\n')
}

const SHOWN: readonly (readonly [VerdictKind, string, string])[] = [
  ['same', 'the same', 'same'],
  ['known', 'known departures', 'known'],
  ['different', 'different', 'different'],
  ['settled', 'the same when asked again', 'other'],
  ['refused', 'refused by both', 'other'],
  ['failed', 'without an answer', 'other'],
]

function header(comparison: Comparison): string {
  const { compared, left, strapi, lectern, source, when } = comparison
  const rows = SHOWN.map(([kind, title, tone]) => ({ title, tone, number: countOf(compared, kind) }))
  const some = rows.filter(({ number }, at) => number > 0 || at < 3)
  const good = exitCodeOf(comparison) === 0
  return [
    '<h1>Strapi and Lectern, side by side</h1>',
    `<p class="quiet">${count(compared.length, 'request')}, ${escaped(source)}, asked on ${escaped(when)}.</p>`,
    `<p class="quiet small">Strapi at <span class="mono">${escaped(strapi)}</span> · ${escaped(lectern)}</p>`,
    `<p class="verdict ${good ? 'good' : 'bad'}">${escaped(verdictOf(comparison))}</p>`,
    `<div class="bar" aria-hidden="true">${some
      .filter(({ number }) => number > 0)
      .map(({ tone, number }) => `<i class="${tone}" style="flex:${number}"></i>`)
      .join('')}</div>`,
    `<ul class="totals">${some
      .map(({ title, tone, number }) => `<li class="${tone}"><b>${number}</b><i></i>${title}</li>`)
      .join('')}${left > 0 ? `<li class="other"><b>${left}</b><i></i>not asked</li>` : ''}</ul>`,
  ].join('\n')
}

function speed({ compared, ratios }: Comparison): string {
  if (ratios === null) return ''
  const { requests, geometricMean, median, p95, slower } = ratios
  const row = (name: string, each: typeof median) =>
    `<tr><td>${name}</td><td>${milliseconds(each.strapi)}</td><td>${milliseconds(each.lectern)}</td><td>${times(each.ratio)}</td></tr>`
  const chart = ratioChart(compared.filter(isTimed).map(({ took }) => took))
  return [
    '<h2>How long they took</h2>',
    '<div class="card speed"><div>',
    `<p class="big">${times(geometricMean)}</p>`,
    '<p class="quiet small">as fast as Strapi: the geometric mean of the ratios of all requests</p>',
    '<table class="figures"><tr><th></th><th>Strapi</th><th>Lectern</th><th>ratio</th></tr>',
    row('median', median),
    row('95th percentile', p95),
    '</table></div><div>',
    chart,
    `<p class="quiet small">${count(requests, 'request')} that both answered, by how many times as fast Lectern was.
     Each was asked once of each, the two in turn.${slower > 0 ? ` Lectern took longer for ${slower}.` : ''}</p>`,
    '</div></div>',
  ].join('\n')
}

function remarks({ remarks: texts }: Comparison): string {
  if (texts.length === 0) return ''
  return `<h2>To know</h2>${texts.map((text) => `<p class="card">${prose(text)}</p>`).join('\n')}`
}

function allRequests({ compared }: Comparison): string {
  const toneOf = new Map(SHOWN.map(([kind, title, tone]) => [kind, { title, tone }]))
  const rows = compared.map(({ request, verdict, took, status }) => {
    const { title = '', tone = 'other' } = toneOf.get(verdict.kind) ?? {}
    const often = request.times > 1 ? ` <span class="count">${request.times} times</span>` : ''
    return [
      `<tr class="${tone}"><td><span class="dot"></span><span class="small">${title}</span></td>`,
      `<td class="mono">${escaped(readable(request.path))}${often}</td>`,
      `<td>${status.strapi ?? ''}</td><td>${milliseconds(took.strapi)}</td><td>${milliseconds(took.lectern)}</td></tr>`,
    ].join('')
  })
  return [
    '<h2>All requests</h2>',
    `<details class="card all"><summary>${count(compared.length, 'request')}</summary>`,
    '<table><tr><th></th><th>GET</th><th>status</th><th>Strapi</th><th>Lectern</th></tr>',
    ...rows,
    '</table></details>',
  ].join('\n')
}
