import { describe, expect, it } from 'vitest'
import { fixtureProject } from '../../bench/project-root.ts'
import { choicesOf } from '../../bench/trial/random.ts'
import { namesIn } from '../../bench/trial/reads.ts'
import { type RepeatedReads, repeatedReads } from '../../bench/trial/repeated-reads.ts'
import { loadProject } from '../../src/project/load-project.ts'

const { schema } = await loadProject(fixtureProject, {}, {})

function readsOf(seed: number): RepeatedReads {
  const asked = { schema, names: namesIn(schema), documents: () => ['one'], sameIds: true, headers: [{}] }
  return repeatedReads({ ...asked, pick: choicesOf(seed) })
}

const many = (reads: RepeatedReads) => Array.from({ length: 400 }, () => reads.next())

describe('reads of a fuzz run', () => {
  it('are the same for the same seed', () => {
    expect(many(readsOf(7))).toEqual(many(readsOf(7)))
    expect(many(readsOf(7))).not.toEqual(many(readsOf(8)))
  })

  it('are sent again, and about a quarter of them is new', () => {
    const distinct = new Set(many(readsOf(7)))
    expect(distinct.size).toBeGreaterThan(60)
    expect(distinct.size).toBeLessThan(160)
  })

  it('are not sent again after a finding', () => {
    const reads = readsOf(7)
    const before = many(reads)
    for (const request of before) reads.forget(request)
    const after = new Set(many(reads))
    expect(before.filter((request) => after.has(request))).toEqual([])
  })
})
