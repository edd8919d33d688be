/** The main module of the writing thread: runs one task per message, in order, and sends the rows back. */

import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './thread-failure.ts'
import type { WriterMessage, WriterTask } from './writer.ts'
import { connectForWriting, type WritingConnection, type WrittenFile } from './writing-connection.ts'

const send = (message: WriterMessage) => parentPort?.postMessage(message)

function open(): WritingConnection | null {
  try {
    const connection = connectForWriting(workerData as WrittenFile)
    send({ rows: [] })
    return connection
  } catch (error) {
    send(failureOf(error))
    parentPort?.close()
    return null
  }
}

const connection = open()

parentPort?.on('message', (task: WriterTask) => {
  if (task === 'close') {
    connection?.close()
    parentPort?.close()
    return
  }
  try {
    send({ rows: connection?.do(task) ?? [] })
  } catch (error) {
    send(failureOf(error))
  }
})
