import type { ClientBase } from 'pg'
import { describe, expect, it } from 'vitest'
import { requireFeatures } from './required-features.ts'

const FACTS = { version: '17.2', database: 'site', foldingCollation: 'und-x-icu', hasIsJson: true }

/** A fake server that does not support some keywords. */
function serverWithout(...words: readonly string[]) {
  const asked: string[] = []
  const query = async (text: string) => {
    asked.push(text)
    const unknown = words.find((word) => text.includes(word))
    if (unknown !== undefined) throw Object.assign(new Error(`no ${unknown}`), { code: '42883' })
  }
  return { asked, client: { query } as unknown as Pick<ClientBase, 'query'> }
}

describe('requireFeatures', () => {
  it('needs one round trip if nothing is missing', async () => {
    const { asked, client } = serverWithout()
    await requireFeatures(client, FACTS)
    expect(asked).toHaveLength(1)
  })

  it('names all missing features', async () => {
    const { client } = serverWithout('trim_scale', 'is json')
    await expect(requireFeatures(client, FACTS)).rejects.toMatchObject({
      problems: [
        { message: expect.stringContaining('lacks trim_scale (no trim_scale)') },
        { message: expect.stringContaining('lacks is json (no is json)') },
      ],
    })
    await requireFeatures(serverWithout('is json').client, { ...FACTS, hasIsJson: false })
  })

  it('does not take a dead connection for a missing feature', async () => {
    const query = async () => {
      throw new Error('Connection terminated unexpectedly')
    }
    const client = { query } as unknown as Pick<ClientBase, 'query'>
    await expect(requireFeatures(client, FACTS)).rejects.toThrow('Connection terminated')
  })
})
