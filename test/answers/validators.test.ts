/** An ETag identifies one response in every process, and no other, not even the one of an earlier schema. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'

describe.each(Object.entries(PREPARED_PLACES))('on %s', (_kind, makePlace) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    place.write({ types: { note: { title: { type: 'string' }, secret: { type: 'string' } } } })
    await place.migrate()
    await place.allow('api::note.note.find')
  })
  afterEach(() => place.remove())

  /** From a server that has just started. */
  async function ask(etag = ''): Promise<Response> {
    const lectern = await place.open()
    return lectern.fetch('/api/notes', { headers: { 'if-none-match': etag } })
  }

  it('is valid on a server that starts later', async () => {
    const etag = (await ask()).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await ask(etag)).status).toBe(304)
  })

  it('changes when a field is hidden, although no row has changed', async () => {
    const etag = (await ask()).headers.get('etag') ?? ''
    place.write({ types: { note: { title: { type: 'string' }, secret: { type: 'string', private: true } } } })
    expect((await place.migrate()).changes).toEqual([])
    const answer = await ask(etag)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).not.toBe(etag)
  })
})
