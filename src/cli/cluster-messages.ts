/** Requests between the primary and its workers. Each has a number, which its reply repeats. */

import type { Worker } from 'node:cluster'
import { ApiError } from '../errors/api-error.ts'

/** The other end of a channel. */
export interface Peer {
  send(message: Question | Reply): void
  /** Calls the listener for every message; returns a function that stops this. */
  listen(listener: (message: Partial<Question & Reply>) => void): () => void
}

interface Question {
  readonly asks: string
  readonly number: number
  readonly about: unknown
}

interface Reply {
  readonly repliesTo: string
  readonly number: number
  readonly reply: unknown
}

/** Milliseconds that a worker waits for the primary, which may have to ask other workers. */
const PRIMARY_TIMEOUT = 3_000

/**
 * Either process may end at any moment: then nothing waits for a worker any longer, and workers end with their primary.
 */
export const ignoreLoss = () => undefined

/** For a worker. */
export const PRIMARY: Peer = {
  send: (message) => void (process.connected && process.send?.(message, ignoreLoss)),
  listen: (listener) => {
    process.on('message', listener)
    return () => void process.off('message', listener)
  },
}

/** For the primary. */
export function peerOf(worker: Worker): Peer {
  return {
    send: (message) => void (worker.isConnected() && worker.send(message, ignoreLoss)),
    listen: (listener) => {
      worker.on('message', listener)
      return () => void worker.off('message', listener)
    },
  }
}

export type Ask<About, Answer> = (about: About) => Promise<Answer | null>

/**
 * Asks one peer about one topic. Resolves with null if there is no reply within `patience` milliseconds. Create it once
 * per topic and peer, because it numbers its requests.
 */
export function createAsk<About, Answer>(peer: Peer, topic: string, patience: number): Ask<About, Answer> {
  let lastNumber = 0
  return (about) => {
    lastNumber += 1
    const number = lastNumber
    return new Promise((resolve) => {
      const end = (answer: Answer | null) => {
        clearTimeout(timer)
        unlisten()
        resolve(answer)
      }
      const unlisten = peer.listen((message) => {
        if (message.repliesTo === topic && message.number === number) end(message.reply as Answer)
      })
      const timer = setTimeout(() => end(null), patience)
      peer.send({ asks: topic, number, about })
    })
  }
}

/** For a worker: rejects if the primary does not reply in time. */
export function createAskPrimary<About, Answer>(topic: string): (about: About) => Promise<Answer> {
  const ask = createAsk<About, Answer>(PRIMARY, topic, PRIMARY_TIMEOUT)
  return async (about) => {
    const answer = await ask(about)
    if (answer !== null) return answer
    throw new ApiError('DATABASE_BUSY', { message: 'The other processes did not answer in time' })
  }
}

export function replyTo<About, Answer>(
  peer: Peer,
  topic: string,
  answer: (about: About) => Answer | Promise<Answer>,
): void {
  peer.listen(({ asks, number, about }) => {
    if (asks !== topic || number === undefined) return
    void Promise.resolve(answer(about as About)).then((reply) => peer.send({ repliesTo: topic, number, reply }))
  })
}
