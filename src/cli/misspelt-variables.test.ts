import { describe, expect, it } from 'vitest'
import { misspeltVariables } from './misspelt-variables.ts'

describe('misspeltVariables', () => {
  it.each([
    ['LECTERN_PROT', 'There is no variable LECTERN_PROT. Did you mean LECTERN_PORT? It is ignored.'],
    ['LECTERN_DATABSE', 'There is no variable LECTERN_DATABSE. Did you mean LECTERN_DATABASE? It is ignored.'],
    ['LECTERN_LOG_LEVEL', 'There is no variable LECTERN_LOG_LEVEL. Did you mean LOG_LEVEL? It is ignored.'],
    ['LECTERN_REPLICA', 'There is no variable LECTERN_REPLICA. Did you mean LECTERN_REPLICAS? It is ignored.'],
  ])('%s', (name, notice) => {
    expect(misspeltVariables({ [name]: 'x' })).toEqual([notice])
  })

  it('ignores variables that Lectern reads, and names that resemble none of them', () => {
    expect(misspeltVariables({ LECTERN_PORT: '1', LECTERN_PULL_TOKEN: 'x', LECTERN_URL: 'x', PROT: 'x' })).toEqual([])
  })

  it('does not suggest a variable that is set', () => {
    expect(misspeltVariables({ LECTERN_PROT: '1', LECTERN_PORT: '2' })).toEqual([])
  })
})
