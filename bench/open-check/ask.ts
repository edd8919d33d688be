import type { Server } from '../peers/start-server.ts'

export type Asked = {
  readonly method?: string
  readonly key?: string | undefined
  /** JSON, or a form with files. */
  readonly body?: object | FormData
}

export type Said = { readonly status: number; readonly text: string }

export const ask = async (server: Server, path: string, { method, key, body }: Asked = {}): Promise<Said> => {
  const isForm = body instanceof FormData
  const response = await fetch(server.origin + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, text: await response.text() }
}

type Entry = { readonly id: number; readonly documentId: string }

const made = async <Value>(server: Server, path: string, asked: Asked, status: number): Promise<Value> => {
  const said = await ask(server, path, asked)
  if (said.status === status) return JSON.parse(said.text) as Value
  throw new Error(`${server.name} answered ${asked.method ?? 'POST'} ${path} with ${said.status}: ${said.text}`)
}

export const create = async (server: Server, path: string, key: string, data: object): Promise<Entry> =>
  (await made<{ readonly data: Entry }>(server, path, { key, body: { data } }, 201)).data

export const change = async (server: Server, path: string, key: string, data: object): Promise<Entry> =>
  (await made<{ readonly data: Entry }>(server, path, { method: 'PUT', key, body: { data } }, 200)).data

export const upload = async (server: Server, key: string, name: string, content: Uint8Array): Promise<number> => {
  const form = new FormData()
  form.append('files', new Blob([content as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name)
  const [file] = await made<readonly { readonly id: number }[]>(server, '/api/upload', { key, body: form }, 201)
  if (file === undefined) throw new Error('Nothing was uploaded.')
  return file.id
}

export const logIn = async (server: Server, identifier: string, password: string): Promise<string> =>
  (await made<{ readonly jwt: string }>(server, '/api/auth/local', { body: { identifier, password } }, 200)).jwt
