/** `lectern compare`: the same requests to Strapi and to Lectern. */

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCodeOf } from '../compare/comparison.ts'
import { htmlReport } from '../compare/report/html-report.ts'
import { jsonReport } from '../compare/report/json-report.ts'
import { textReport } from '../compare/report/text-report.ts'
import { createLogger } from '../http/logger.ts'
import type { CompareOptions } from '../operate/compare-project.ts'
import type { Arguments } from './arguments.ts'
import { readCompareOptions } from './compare-options.ts'
import type { Context, OpenOptions } from './context.ts'
import { createProgress } from './progress.ts'
import { reportFailure } from './report.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

/** The exit code if nothing could be compared, so that scripts can tell this from a difference. */
const CANNOT_COMPARE = 2

export async function compare(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  try {
    return await compareAndReport(options, context, more)
  } catch (error) {
    reportFailure(error, context)
    return CANNOT_COMPARE
  }
}

async function compareAndReport(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const chosen = readCompareOptions(more, context.env)
  const file = more.text('report')
  const progress = createProgress(context)
  const stop = new AbortController()
  void context.nextSignal().then(() => stop.abort())
  const comparison = await context
    .compare({
      ...options,
      ...chosen,
      requests: readRequestsFile(more.text('requests')),
      logger: createLogger({ level: 'silent' }),
      stop: stop.signal,
      onProgress: (title, done, total) => progress.update(title, done, total),
    } satisfies CompareOptions)
    .finally(() => progress.end())
  if (file !== null) write(file, htmlReport(comparison, docsNear(file)))
  if (more.flag('json')) context.out(JSON.stringify(jsonReport(comparison), null, 2))
  else for (const line of textReport(comparison, styleFor(context.colour.out))) context.out(line)
  if (file !== null) context.err(`The report is in ${file}.`)
  return exitCodeOf(comparison)
}

function readRequestsFile(file: string | null): CompareOptions['requests'] {
  if (file === null) return null
  try {
    return {
      name: file === '-' ? 'standard input' : basename(file),
      text: readFileSync(file === '-' ? 0 : file, 'utf8'),
    }
  } catch (error) {
    throw new UsageError(`Cannot read --requests ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new UsageError(`Cannot write --report ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url))

/**
 * The path to the documentation that came with Lectern, relative to the report; null if it is not below the report's
 * folder.
 */
function docsNear(file: string): string | null {
  const way = relative(resolve(file, '..'), DOCS)
  return way.startsWith('..') || resolve(way) === way ? null : way.split(sep).join('/')
}
