/** Lists the parts of a project that are not served, and those that are likely to be a mistake. */

import type { Notice } from '../config/notice.ts'
import { describeProblem } from '../config/problem.ts'
import type { Style } from './style.ts'

export function leftOutLines(leftOut: readonly Notice[], style: Style): readonly string[] {
  const isServed = ({ about }: Notice) => about === 'suspect'
  const others = leftOut.filter((notice) => !isServed(notice))
  return [
    ...section('Left out', others.map(describeProblem), style),
    ...section('Served, but likely to be a mistake', leftOut.filter(isServed).map(describeProblem), style),
  ]
}

export function section(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${line}`)]
}
