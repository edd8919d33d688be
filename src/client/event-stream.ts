/** Parses Server-Sent Events as they arrive: https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** The text between two empty lines. */
export interface EventBlock {
  /** `message` if the event has no name. */
  readonly name: string
  readonly id: string | null
  /** Null for a block without an event, such as a heartbeat or a retry time. */
  readonly data: string | null
  /** Milliseconds to wait before reconnecting. */
  readonly retry: number | null
}

/** Ends when the signal is aborted, even if `fetch` ignores the signal. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<EventBlock, void, void> {
  const reader = body.getReader()
  const stop = () => reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = `${rest}${decoder.decode(part.value, { stream: true })}`.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield blockOf(block)
    }
  } finally {
    await stop()
  }
}

function blockOf(text: string): EventBlock {
  const fields = text.split(/\r?\n/).map(fieldOf)
  const values = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value)
  const data = values('data')
  const retry = Number(values('retry')[0] ?? Number.NaN)
  return {
    name: values('event')[0] ?? 'message',
    id: values('id')[0] ?? null,
    data: data.length === 0 ? null : data.join('\n'),
    retry: Number.isInteger(retry) ? retry : null,
  }
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}
