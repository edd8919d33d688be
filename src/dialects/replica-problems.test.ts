import { describe, expect, it } from 'vitest'
import { replicaProblems } from './replica-problems.ts'

describe('replicaProblems', () => {
  it('accepts URLs of servers, and no replicas', () => {
    expect(replicaProblems({ client: 'postgres', replicas: ['postgres://a/x', 'postgresql://u:p@b:1/x'] })).toEqual([])
    expect(replicaProblems({ client: 'sqlite', replicas: [] })).toEqual([])
  })

  it('reports a text that is not a URL, without showing it', () => {
    const replicas = ['postgres://a/x', 'mysql://u:secret@b/x', 'host.example.org']
    expect(replicaProblems({ client: 'postgres', replicas }).map(({ message }) => message)).toEqual([
      expect.stringContaining('Replica 2'),
      expect.stringContaining('Replica 3'),
    ])
  })

  it('refuses replicas of a file', () => {
    expect(replicaProblems({ client: 'sqlite', replicas: ['postgres://a/x'] })).toHaveLength(1)
  })
})
