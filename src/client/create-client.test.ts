import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'

const URL_OF_API = 'http://127.0.0.1:1337'

/** Options without a type check, as in JavaScript. */
const created = (options?: unknown) => createClient(options as { url: string })

describe('createClient', () => {
  it.each([undefined, null, URL_OF_API])('explains the required options for %s', (options) => {
    expect(() => created(options)).toThrow("createClient needs options: createClient({ url: 'http://127.0.0.1:1337' })")
  })

  it.each([{}, { url: null }, { url: process.env.THIS_IS_NOT_SET }])(
    'asks for the url where there is none: %j',
    (options) => {
      expect(() => created(options)).toThrow('createClient needs the url of the server, and got')
    },
  )

  it.each(['baseURL', 'baseUrl', 'auth', 'apiToken'])('refuses the option %s of another client', (name) => {
    expect(() => created({ url: URL_OF_API, [name]: URL_OF_API })).toThrow(
      `createClient has no option ${name}. Its options are url, token,`,
    )
  })

  it('accepts a URL object, a URL with spaces around it, and undefined options', async () => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return new Response('{}')
    }
    for (const url of [new URL(URL_OF_API), ` ${URL_OF_API}\n`])
      await createClient({ url, fetch, token: undefined, headers: undefined }).articles?.find(null as never)
    expect(asked).toEqual([`${URL_OF_API}/api/articles`, `${URL_OF_API}/api/articles`])
  })

  it.each(['abc', 'Bearer abc'])('sends Bearer once, with the token %s', async (token) => {
    const sent: (string | null)[] = []
    const fetch = async (_: string, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return new Response('{}')
    }
    await createClient({ url: URL_OF_API, token, fetch }).articles?.find(null as never)
    expect(sent).toEqual(['Bearer abc'])
  })

  it('can be serialized and awaited', async () => {
    const client = createClient({ url: URL_OF_API })
    expect(`${client} ${JSON.stringify(client)}`).toBe('[object Object] {}')
    expect(await client).toBe(client)
  })

  it.each([undefined, null, 'text', Buffer.from('x'), new FormData(), [new FormData()]])(
    'uploads files alone: %s',
    async (files) => {
      const client = createClient({ url: URL_OF_API, fetch: () => Promise.reject(new Error('it was sent')) })
      await expect(client.upload(files as never)).rejects.toThrow('upload takes a File or a Blob, or a list of them')
    },
  )
})
