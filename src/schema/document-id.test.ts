import { expect, it } from 'vitest'
import { newDocumentId } from './document-id.ts'

it('is 24 letters and digits, begins with a letter, and never the same', () => {
  const ids = Array.from({ length: 1_000 }, newDocumentId)
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
