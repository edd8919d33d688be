import type { Readable } from 'node:stream'

/**
 * Node's own adapter throws an uncaught exception when a chunk comes just after the reader has left. `signal`: the body
 * fails for its reason, as soon as it is aborted.
 */
export function toWebStream(stream: Readable, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let isOver = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const finish = (work: () => void) => () => {
        if (isOver) return
        isOver = true
        work()
      }
      stream.on('data', (chunk: Uint8Array) => {
        if (isOver) return
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) stream.pause()
      })
      stream.once(
        'end',
        finish(() => controller.close()),
      )
      stream.once(
        'close',
        finish(() => controller.error(new Error('The response broke off'))),
      )
      stream.on('error', () => stream.destroy())
      signal?.addEventListener('abort', () => {
        finish(() => controller.error(signal.reason))()
        stream.destroy()
      })
    },
    pull: () => void stream.resume(),
    cancel: () => {
      isOver = true
      stream.destroy()
    },
  })
}
