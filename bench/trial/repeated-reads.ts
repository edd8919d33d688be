import { someRead } from './fuzz-reads.ts'
import type { Request } from './pair.ts'
import type { Reads } from './reads.ts'

/**
 * One of so many reads is new. The others were sent before, as front ends do it: their responses are cached, or were until
 * the last write.
 */
const newOnce = 4

/** Reads that may be sent again. */
const mostKnown = 256

/** Characters of a URL or form; most that are longer are refused, which is not cached. */
const longestKnown = 1_000

const lengthOf = ({ path, form = '' }: Request): number => path.length + form.length

export type RepeatedReads = {
  next(): Request
  /** It is not sent again: one finding is enough. */
  forget(request: Request): void
}

export const repeatedReads = (reads: Reads): RepeatedReads => {
  const known: Request[] = []
  const someNew = (): Request => {
    const request = someRead(reads)
    if (lengthOf(request) <= longestKnown) known.push(request)
    if (known.length > mostKnown) known.shift()
    return request
  }
  return {
    next: () => (known.length === 0 || reads.pick.oncePer(newOnce) ? someNew() : reads.pick.of(known)),
    forget: (request) => {
      const place = known.indexOf(request)
      if (place !== -1) known.splice(place, 1)
    },
  }
}
