/** Texts and numbers that all reports share. */

import { type Comparison, countOf } from '../comparison.ts'

/** The result as one sentence. */
export function verdictOf({ compared, left }: Comparison): string {
  const different = countOf(compared, 'different')
  if (different > 0) return `${count(different, 'response')} differ${different === 1 ? 's' : ''} in an unexplained way.`
  const proved = compared.length - countOf(compared, 'refused') - countOf(compared, 'failed')
  if (proved === 0) return 'Nothing could be compared.'
  return `Nothing unexpected in ${count(proved, 'response')}${left > 0 ? `, of ${compared.length + left} requests` : ''}.`
}

export function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`
}

export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)} ×`
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
