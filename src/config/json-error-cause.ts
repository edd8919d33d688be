import { jsonIn } from './json-in.ts'

/** The likely cause of a JSON syntax error, as a sentence without a full stop; undefined if it is unclear. */
export function jsonErrorCause(text: string, position: number): string | undefined {
  const [found, last] = [text.charAt(position), text.slice(0, position).trimEnd().at(-1) ?? '']
  if (found === '') return 'The text ends there, before all brackets and quotes are closed'
  if (/['“”]/.test(found)) return IN_QUOTES
  if (/[/#]/.test(found)) return 'JSON has no comments'
  if (last === ',' && /[}\]]/.test(found)) return `Remove the comma before ${found}`
  if (jsonIn(text.slice(0, position)) !== undefined) return 'Nothing may follow the last closing bracket'
  if (/["\]}\w]/.test(last) && /["[{\w]/.test(found)) return 'A comma may be missing before it'
  return /[{,]/.test(last) && /\w/.test(found) ? IN_QUOTES : undefined
}

const IN_QUOTES = 'Write texts and names in double quotes: "title"'
