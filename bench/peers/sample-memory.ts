// Loaded into the server before its own code: answers each message of the bench with its memory after a collection.
process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heapUsed, external })
})
process.channel?.unref()
