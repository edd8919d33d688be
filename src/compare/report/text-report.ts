/** The result as text for a terminal. */

import { type Comparison, countOf, exitCodeOf } from '../comparison.ts'
import type { Ratios } from '../ratios.ts'
import { type DifferenceGroup, departureGroups, groupsOf, KINDS, shown, written } from './groups.ts'
import { readable } from './html.ts'
import { count, milliseconds, times, verdictOf } from './wording.ts'

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
}

/** How much of a group is shown, and of each of its requests. */
const EXAMPLES = 3
const DIFFERENCES = 4
const LONGEST_VALUE = 100
const LONGEST_PATH = 160

export function textReport(comparison: Comparison, paint: Paint): readonly string[] {
  return [
    paint.bold(`Compared ${count(comparison.compared.length, 'request')}, ${comparison.source}`),
    paint.dim(`Strapi at ${comparison.strapi}, ${comparison.lectern}`),
    '',
    ...totals(comparison, paint),
    ...differences(comparison, paint),
    ...departures(comparison, paint),
    ...(comparison.ratios === null ? [] : ['', ...speed(comparison.ratios, paint)]),
    ...(comparison.remarks.length === 0
      ? []
      : ['', paint.bold('To know'), ...comparison.remarks.map((text) => `  ${text}`)]),
    '',
    (exitCodeOf(comparison) === 0 ? paint.green : paint.red)(verdictOf(comparison)),
  ]
}

function totals({ compared, left }: Comparison, paint: Paint): readonly string[] {
  const rows: readonly (readonly [number, string])[] = [
    [countOf(compared, 'same'), 'the same'],
    [countOf(compared, 'known'), 'known departures'],
    [countOf(compared, 'different'), 'different'],
    [countOf(compared, 'settled'), 'the same when asked again: the content changed in between'],
    [countOf(compared, 'refused'), 'refused by both'],
    [countOf(compared, 'failed'), 'without an answer from Strapi'],
    [left, 'not asked: the time was up'],
  ]
  return rows
    .filter(([number], at) => number > 0 || at < 3)
    .map(
      ([number, what]) =>
        `${String(number).padStart(6)}  ${what === 'different' && number > 0 ? paint.red(what) : what}`,
    )
}

function differences(comparison: Comparison, paint: Paint): readonly string[] {
  const groups = groupsOf(comparison)
  return groups.length === 0
    ? []
    : ['', paint.bold('Different'), ...groups.flatMap((group) => groupLines(group, paint))]
}

function groupLines({ kind, where, requests }: DifferenceGroup, paint: Paint): readonly string[] {
  const title = [KINDS[kind], where === '' ? null : `at ${where}`].filter((part) => part !== null).join(' ')
  const rest = requests.length - EXAMPLES
  return [
    `${String(requests.length).padStart(6)}  ${paint.red(title)}`,
    ...requests
      .slice(0, EXAMPLES)
      .flatMap(({ request, verdict }) => [
        `        GET ${readable(request.path, LONGEST_PATH)}${request.anonymous ? paint.dim('  without the token') : ''}`,
        ...verdict.differences
          .slice(0, DIFFERENCES)
          .flatMap(({ place, strapi, lectern, kind: of }) => [
            paint.dim(`          ${of === 'status' ? 'status' : written(place) || 'body'}`),
            `            Strapi   ${shown(strapi, LONGEST_VALUE)}`,
            `            Lectern  ${shown(lectern, LONGEST_VALUE)}`,
          ]),
        ...(verdict.differences.length > DIFFERENCES
          ? [paint.dim(`          and ${verdict.differences.length - DIFFERENCES} more places`)]
          : []),
        ...(verdict.hint === null ? [] : [`          ${verdict.hint}`]),
      ]),
    ...(rest > 0 ? [paint.dim(`        and ${count(rest, 'more request')}`)] : []),
  ]
}

function departures(comparison: Comparison, paint: Paint): readonly string[] {
  const groups = departureGroups(comparison)
  if (groups.length === 0) return []
  const lines = groups.flatMap(({ strapi, lectern, link, requests: [first, ...others] }) => [
    `${String(others.length + 1).padStart(6)}  Strapi: ${strapi}`,
    `        Lectern: ${lectern}`,
    paint.dim(`        ${link}, such as GET ${readable(first?.request.path ?? '', LONGEST_PATH)}`),
  ])
  return ['', paint.bold('Known departures'), ...lines]
}

function speed({ requests, geometricMean, median, p95, slower }: Ratios, paint: Paint): readonly string[] {
  const row = (name: string, { strapi, lectern, ratio }: Ratios['median']) =>
    `  ${name.padEnd(16)}${milliseconds(strapi).padStart(10)}${milliseconds(lectern).padStart(10)}${times(ratio).padStart(10)}`
  return [
    paint.bold('How long') +
      paint.dim(`  ${count(requests, 'request')} that both answered, each asked once of each, in turn`),
    paint.dim(`  ${''.padEnd(16)}${'Strapi'.padStart(10)}${'Lectern'.padStart(10)}${'ratio'.padStart(10)}`),
    row('median', median),
    row('95th percentile', p95),
    `  ${'geometric mean'.padEnd(36)}${paint.bold(times(geometricMean).padStart(10))}`,
    ...(slower === 0 ? [] : [paint.dim(`  Lectern took longer for ${count(slower, 'request')}.`)]),
  ]
}
