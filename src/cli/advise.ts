/** `lectern advise`: prints SQL to paste, with everything else in SQL comments. */

import { milliseconds } from '../compare/report/wording.ts'
import type { Advice } from '../operate/advise-project.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { createProgress } from './progress.ts'
import { UsageError } from './usage-error.ts'

type UrlAdvice = Advice['urls'][number]

/** Differences below this are measurement noise. */
const SLOWER = 1.5

export async function advise(options: OpenOptions, context: Context, { words }: Arguments): Promise<number> {
  if (words.length === 0) throw new UsageError("Give the URLs to look at: lectern advise '/api/articles?sort=title'.")
  const progress = createProgress(context)
  try {
    const onProgress = (stage: 'copy' | 'try', done: number) => progress.update(TITLES[stage], done, null)
    const advice = await context.advise({ ...options, urls: words, onProgress })
    progress.end()
    for (const line of linesOf(advice)) context.out(line)
    return 0
  } finally {
    progress.end()
  }
}

const TITLES = { copy: 'Copying tables', try: 'Trying statements with and without indexes' } as const

function linesOf({ database, urls }: Advice): readonly string[] {
  return [`-- Tried on a copy of ${database}; nothing was changed there.`, ...urls.flatMap(linesFor)]
}

function linesFor(advice: UrlAdvice): readonly string[] {
  const { url, before, after, statements } = advice
  return [
    '',
    `-- ${printable(url)}`,
    `--   ${milliseconds(before.milliseconds)} before, ${milliseconds(after.milliseconds)} after${verdict(advice)}`,
    ...without(before.plan, after.plan).map((line) => `--   before: ${line}`),
    ...without(after.plan, before.plan).map((line) => `--   after:  ${line}`),
    ...statements.map((statement) => `${statement};`),
  ]
}

function verdict({ before, after, statements }: UrlAdvice): string {
  if (after.milliseconds > before.milliseconds * SLOWER)
    return '; SLOWER: the indexes for the other URLs mislead this one'
  return statements.length > 0 ? '' : '; no other index helps'
}

/** Only the lines that differ between two plans are of interest. */
function without(plan: readonly string[], other: readonly string[]): readonly string[] {
  const steps = new Set(other.map((line) => line.trim()))
  return plan.map((line) => line.trim()).filter((line) => !steps.has(line))
}

/** The URL is printed in a SQL comment, which a line break would end. */
function printable(url: string): string {
  return url.replaceAll(/\p{Cc}/gu, '?')
}
