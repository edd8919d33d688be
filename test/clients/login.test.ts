/** Logging in, with the clients that can. */

import { createClient } from '@kmariappan/strapi-client-js'
import { AuthHelper } from '@refinedev/strapi-v4'
import sdk from 'strapi-sdk-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { outcome, refusal, same } from './reads.ts'
import { type Server, serveOwn, USER } from './serve.ts'

/** Its types describe what CommonJS gets. */
const Strapi = sdk as unknown as typeof sdk.default

const SESSION = {
  jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  user: expect.objectContaining({ email: USER.email }),
}
const WRONG = refusal(400, 'ValidationError', 'Invalid identifier or password')

describe.each(DATABASES)('logging in on %s', (kind) => {
  let server: Server

  beforeAll(async () => {
    server = await serveOwn(kind)
  })
  afterAll(() => server.close())

  it('strapi-sdk-js', async () => {
    const client = new Strapi({ url: new URL(server.url).origin })
    expect(await client.login({ identifier: USER.email, password: USER.password })).toEqual(SESSION)
    const wrong = client.login({ identifier: USER.email, password: 'wrong' })
    expect(await outcome(wrong, same)).toEqual(WRONG)
  })

  it('@kmariappan/strapi-client-js', async () => {
    const { auth } = createClient({ url: server.url })
    expect(await auth.signIn(USER)).toEqual({ data: SESSION })
    expect(await auth.signIn({ email: USER.email, password: 'wrong' })).toEqual(WRONG)
  })

  it('@refinedev/strapi-v4, which then asks who it is', async () => {
    const helper = AuthHelper(server.url)
    const { data } = await helper.login(USER.username, USER.password)
    expect(data).toEqual(SESSION)
    expect((await helper.me(data.jwt)).data).toMatchObject({ username: USER.username })
  })
})
