import { describe, expect, it } from 'vitest'
import { readVariables } from './read-variables.ts'

const read = (text: string) => readVariables(Buffer.from(text))

describe('readVariables', () => {
  it.each([
    ['A=1\nB=2', { A: '1', B: '2' }],
    ['\uFEFFA=1\nB=2', { A: '1', B: '2' }],
    ['# a comment\n\nexport A=1\r\nB = "2" # two\r\n', { A: '1', B: '2' }],
    ['A: 1\nB=a:b', { A: '1', B: 'a:b' }],
    ['A=', { A: '' }],
    ["A=it's\nB=2", { A: "it's", B: '2' }],
    ['A="1\n2\nab=="\nB=3', { A: '1\n2\nab==', B: '3' }],
    ["A='1\n2'\nB=3", { A: '1\n2', B: '3' }],
    ['A=a#b', { A: 'a' }],
  ])('reads %j', (text, values) => {
    expect(read(text)).toEqual({ values, oddities: [] })
  })

  it.each(['nonsense', '=======', '<<<<<<< HEAD', 'A B=3', '"X"=1', '=1'])(
    'ignores the line %s and says so; the next variable is read',
    (line) => {
      expect(read(`${line}\nB=2`)).toEqual({
        values: { B: '2' },
        oddities: ['Line 1 is ignored: it is not of the form NAME=value.'],
      })
    },
  )

  it('reports quotes that are not closed, or closed in another variable', () => {
    const open = read('A="secret\nB=2')
    expect(open.values.B).toBe('2')
    expect(open.oddities).toEqual([expect.stringContaining('Line 1 opens a quote that is not closed')])
    const swallowing = read('A="secret\nHOST="h"\nB=2')
    expect(swallowing.values.B).toBe('2')
    expect(swallowing.oddities).toEqual([expect.stringContaining('Line 1 opens a quote that line 2 closes')])
    expect(JSON.stringify([open.oddities, swallowing.oddities])).not.toContain('secret')
  })

  it('reports a file that is not in UTF-8', () => {
    expect(readVariables(Buffer.from('A=caf\xe9', 'latin1')).oddities).toEqual([expect.stringContaining('UTF-8')])
  })
})
