/** A value as JavaScript. */

import type { Typed } from './typed.ts'

/** Prints a value in the usual style: short values on one line. */
export function printed(value: Typed, indent: string): string {
  if (typeof value !== 'object' || value === null) return literal(value)
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item: Typed) => printed(item, deeper))
    : Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${printed(item as Typed, deeper)}`)
  const [open, close, pad] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  const short = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (short.length + indent.length <= 72 && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}

function keyOf(key: string): string {
  return /^[\w$]+$/.test(key) && !/^\d/.test(key) ? key : literal(key)
}

export function literal(value: Typed): string {
  if (typeof value !== 'string') return String(value)
  const quoted = JSON.stringify(value)
  return value.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`
}
