import { describe, expect, it } from 'vitest'
import { columnOf, type TableDefinition } from '../tables/table-definition.ts'
import { type RecordedTable, recordSteps } from './record.ts'
import type { Step } from './step.ts'

const table = (name: string): TableDefinition => ({
  name,
  columns: [columnOf('id', 'id')],
  indexes: [],
  foreignKeys: [],
})
const recorded = (...tables: readonly RecordedTable[]) => new Map(tables.map((each) => [each.name, each]))
const whole = (name: string, uid?: string): RecordedTable => ({
  ...table(name),
  whole: true,
  ...(uid === undefined ? {} : { uid }),
})

/** Counts how often all of its tables are read. */
class CountedRecord extends Map<string, RecordedTable> {
  readonly reads: string[] = []
  override [Symbol.iterator]() {
    this.reads.push('all')
    return super[Symbol.iterator]()
  }
}

describe('recordSteps', () => {
  it('gives a model one table', () => {
    const before = recorded(whole('old', 'api::a.a'), whole('other', 'api::b.b'))
    const after = recordSteps(before, [
      { kind: 'createTable', definition: table('new') },
      { kind: 'noteModel', table: 'new', uid: 'api::a.a', formerUids: [] },
      { kind: 'noteModel', table: 'old', uid: 'api::b.b', formerUids: [] },
    ])
    expect([...after.values()].map(({ name, uid }) => [name, uid])).toEqual([
      ['old', 'api::b.b'],
      ['other', undefined],
      ['new', 'api::a.a'],
    ])
  })

  it('leaves what it was given as it is, and adds no table for steps that are not recorded', () => {
    const before = recorded(whole('kept', 'api::a.a'))
    const after = recordSteps(before, [
      { kind: 'fillDocumentIds', table: 'unknown' },
      { kind: 'noteModel', table: 'next', uid: 'api::a.a', formerUids: [] },
      { kind: 'dropTable', table: 'kept' },
    ])
    expect([...after.keys()]).toEqual(['next'])
    expect([...before]).toEqual([['kept', whole('kept', 'api::a.a')]])
  })

  it('reads the whole record once, however many steps there are', () => {
    const record = new CountedRecord()
    for (let number = 0; number < 100; number += 1) record.set(`t${number}`, whole(`t${number}`, `api::t${number}.t`))
    const steps = [...record.keys()].map(
      (name): Step => ({ kind: 'noteModel', table: name, uid: `api::${name}.t`, formerUids: [] }),
    )
    record.reads.length = 0
    recordSteps(record, steps)
    expect(record.reads).toEqual(['all'])
  })
})
