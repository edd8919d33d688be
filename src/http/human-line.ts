/** A line of the log for a terminal. */

import { styleText } from 'node:util'
import { forTerminal } from './for-terminal.ts'

export type LogEntry = Readonly<Record<string, unknown>>

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

/** pino's levels. */
const WARNING = 40
const ERROR = 50

/** `12:30:05 200 GET /api/articles 3 ms`; for other entries the message, and the stack of an error. */
export function humanLine(entry: LogEntry, colour: boolean): string {
  // The caller has decided whether the stream supports colours.
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const text = entry.status === undefined ? message(entry, paint) : served(entry, paint)
  return forTerminal(`${paint('dim', clock(entry.time))} ${text}\n`)
}

function served({ status, method, url, ms, code, caller, lacks, ignored }: LogEntry, paint: Paint): string {
  const duration = `${Math.ceil(Number(ms))} ms`
  const parts = [paint(styleOf(Number(status)), String(status)), method, url, paint('dim', duration)]
  if (code !== undefined) parts.push(paint('yellow', String(code)))
  if (lacks !== undefined) parts.push(`${caller} lacks ${lacks}`)
  if (ignored !== undefined) parts.push(`ignored ${ignored}`)
  return parts.join(' ')
}

function styleOf(status: number): Style {
  if (status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

function message({ level, msg, err }: LogEntry, paint: Paint): string {
  const text = String(msg ?? '')
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${paint('dim', String(err.stack))}` : ''
  return `${Number(level) >= ERROR ? paint('red', text) : Number(level) >= WARNING ? paint('yellow', text) : text}${stack}`
}

/** In local time. */
function clock(time: unknown): string {
  return new Date(String(time)).toTimeString().slice(0, 8)
}
