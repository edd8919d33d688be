/** The parts of the page with unexplained differences and known departures. */

import type { Comparison } from '../comparison.ts'
import type { Difference } from '../find-differences.ts'
import {
  type DifferenceGroup,
  type DifferentRequest,
  departureGroups,
  groupsOf,
  KINDS,
  shown,
  written,
} from './groups.ts'
import { escaped, prose, readable } from './html.ts'
import { count } from './wording.ts'

const EXAMPLES = 8
const PLACES = 6
const LONGEST_VALUE = 600

export function differenceCards(comparison: Comparison): string {
  const groups = groupsOf(comparison)
  if (groups.length === 0) return ''
  return `<h2>Different</h2>\n${groups.map(differenceCard).join('\n')}`
}

function differenceCard({ kind, where, requests }: DifferenceGroup, at: number): string {
  const place = where === '' ? '' : ` at <code>${escaped(where)}</code>`
  const rest = requests.length - EXAMPLES
  return [
    `<details class="card different"${at === 0 ? ' open' : ''}>`,
    `<summary><span class="title bad">${KINDS[kind]}</span>${place} <span class="count">${count(requests.length, 'request')}</span></summary>`,
    ...requests.slice(0, EXAMPLES).map(requestPart),
    ...(rest > 0
      ? [`<p class="quiet small">and ${count(rest, 'more request')}: lectern compare --json lists all</p>`]
      : []),
    '</details>',
  ].join('\n')
}

function requestPart({ request, verdict }: DifferentRequest): string {
  const { differences, hint } = verdict
  const rest = differences.length - PLACES
  return [
    `<div class="request"><div class="mono">GET ${escaped(readable(request.path))}</div>`,
    ...(request.anonymous ? ['<p class="quiet small">without the token</p>'] : []),
    ...differences.slice(0, PLACES).map(placePart),
    ...(rest > 0 ? [`<p class="quiet small">and ${count(rest, 'more place')}</p>`] : []),
    ...(hint === null ? [] : [`<p class="hint small">${prose(hint)}</p>`]),
    '</div>',
  ].join('\n')
}

function placePart({ kind, place, strapi, lectern }: Difference): string {
  const where = kind === 'status' ? 'status' : written(place) || 'body'
  const side = (who: string, value: Difference['strapi']) =>
    `<div class="${who.toLowerCase()}"><span class="who">${who}</span><span class="mono">${escaped(shown(value, LONGEST_VALUE))}</span></div>`
  return `<div class="place mono">${escaped(where)}</div><div class="pair">${side('Strapi', strapi)}${side('Lectern', lectern)}</div>`
}

/** Most paths shown per departure. */
const PATHS = 12

export function departureCards(comparison: Comparison, docs: string | null): string {
  const groups = departureGroups(comparison)
  if (groups.length === 0) return ''
  const cards = groups.map(({ strapi, lectern, link, requests }) => {
    const rest = requests.length - PATHS
    return [
      '<details class="card known">',
      `<summary><span class="pair"><span class="strapi"><span class="who">Strapi</span>${prose(strapi)}</span>`,
      `<span class="lectern"><span class="who">Lectern</span>${prose(lectern)}</span></span>`,
      `<span class="count small">${count(requests.length, 'request')}</span></summary>`,
      `<p class="small quiet">Documented in ${linked(link, docs)}</p>`,
      `<ul class="paths mono">${requests
        .slice(0, PATHS)
        .map(({ request }) => `<li>${escaped(readable(request.path))}</li>`)
        .join('')}${rest > 0 ? `<li>and ${rest} more</li>` : ''}</ul>`,
      '</details>',
    ].join('\n')
  })
  return `<h2>Known departures</h2>\n<p class="quiet">Recognised by rules, each of which is documented.</p>\n${cards.join('\n')}`
}

function linked(link: string, docs: string | null): string {
  if (docs === null) return `<code>${escaped(link)}</code>`
  return `<a href="${escaped(link.replace(/^docs/, docs))}">${escaped(link)}</a>`
}
