import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

// The limit of `node:http`: sends the bytes that another server has sent for a URL.

const { values } = parseArgs({ options: { source: { type: 'string' }, port: { type: 'string' } } })

const bodies = new Map<string, Buffer>()

const bodyOf = async (url: string): Promise<Buffer> => {
  const known = bodies.get(url)
  if (known !== undefined) return known
  const response = await fetch(`${values.source}${url}`)
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status === 200) bodies.set(url, body)
  return body
}

createServer(async (request, response) => {
  const body = bodies.get(request.url ?? '') ?? (await bodyOf(request.url ?? ''))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(Number(values.port), '127.0.0.1')
