import { jsonIn } from './json-in.ts'

/** The likely cause of a JSON syntax error, as a sentence without a full stop; undefined if it is unclear. */
export function jsonErrorCause(text: string, position: number): string | undefined {
  const [found, last] = [text.charAt(position), text.slice(0, position).trimEnd().at(-1) ?? '']
  if (found === '') return 'The text ends there, before all brackets and quotes are closed'
  if (/['“”]/.test(found)) return IN_QUOTES
  if (/[/#]/.test(found)) return 'JSON has no comments'
  if (last === ',' && /[}\]]/.test(found)) return `Remove the comma before ${found}`
  if (jsonIn(text.slice(0, position)) !== undefined) return 'Nothing may follow the last closing bracket'
  if (/["\]}\w]/.test(last) && /["[{\w]/.test(found)) return missingBefore(text.slice(0, position))
  return /[{,]/.test(last) && /\w/.test(found) ? IN_QUOTES : undefined
}

/** A text behind `{` is a name; one behind a comma may be a name or an item of a list. */
function missingBefore(before: string): string {
  const [, opening] = /([{,])\s*"(?:[^"\\]|\\.)*"\s*$/.exec(before.slice(-LONGEST_NAME)) ?? []
  if (opening === '{') return 'A colon is missing before it'
  return opening === ',' ? 'A colon or a comma is missing before it' : 'A comma may be missing before it'
}

const LONGEST_NAME = 200

const IN_QUOTES = 'Write texts and names in double quotes: "title"'
