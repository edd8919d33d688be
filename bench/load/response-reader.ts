/**
 * Reads the parts of an HTTP/1.1 response that a load generator needs: its status, and its end. Bodies are counted, not
 * read.
 */
export const createResponseReader = (onResponse: (status: number, head: string) => void): ((chunk: Buffer) => void) => {
  let head: Buffer = Buffer.alloc(0)
  let status = 0
  let left = 0
  let headText = ''

  const readHead = (chunk: Buffer): Buffer => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return Buffer.alloc(0)
    const text = head.toString('latin1', 0, end)
    const rest = head.subarray(end + 4)
    const length = /^content-length: *(\d+)/im.exec(text)?.[1]
    if (length === undefined) throw new Error(`An answer does not say how long it is: ${text.split('\r\n')[0]}`)
    head = Buffer.alloc(0)
    status = Number(text.slice(9, 12))
    left = Number(length)
    headText = text
    if (left === 0) onResponse(status, text)
    return rest
  }

  const readBody = (chunk: Buffer): Buffer => {
    const taken = Math.min(left, chunk.length)
    left -= taken
    if (left === 0) onResponse(status, headText)
    return chunk.subarray(taken)
  }

  return (chunk) => {
    let rest = chunk
    while (rest.length > 0) rest = left > 0 ? readBody(rest) : readHead(rest)
  }
}
