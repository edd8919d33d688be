/** A multipart body → files in a folder, and its text fields. Never more of a file in memory than a chunk. */

import { once, setMaxListeners } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { nameInForm } from './file-names.ts'

export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** The name that the client sent. */
  readonly name: string
  readonly claimedType: string
}

export interface Received {
  readonly files: readonly ReceivedFile[]
  readonly fields: ReadonlyMap<string, readonly string[]>
}

export interface UploadLimits {
  /** Bytes of one file. */
  readonly fileSize: number
  /** 0 for a form of texts. */
  readonly files: number
  /** Bytes of all text fields together: they are held in memory. */
  readonly textSize: number
}

/** The field that files are sent in; files in other fields are dropped. */
const FILES = 'files'

/** Texts also when they are sent as files, as browsers do with a Blob. */
const TEXTS: ReadonlySet<string> = new Set(['fileInfo', 'ref', 'refId', 'field'])

const MOST_FIELDS = 100
const LONGEST_PART_HEADER = 16 * 1024
/** How long no new part may appear before the parser counts as stalled. */
const STALL_CHECK_MS = 500

export async function receiveUpload(request: HttpRequest, folder: string, limits: UploadLimits): Promise<Received> {
  const parser = parserFor(request, limits)
  const fields = new Map<string, readonly string[]>()
  let textSize = 0
  const files: Promise<ReceivedFile>[] = []
  const stopping = new AbortController()
  // One for each file, and those of the parser.
  setMaxListeners(0, stopping.signal)
  // The first reason is the one that counts.
  const stop = (reason: unknown) => stopping.abort(reason)

  // The parser may have several errors, and none may end the process.
  parser.on('error', stop)
  // A part may have no name, although the types say otherwise.
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    textSize += Buffer.byteLength(value)
    if (valueCut || textSize > limits.textSize) return stop(limitExceeded('bodySize', limits.textSize))
    if (name !== undefined) fields.set(name, [...(fields.get(name) ?? []), value])
  })
  parser.on('filesLimit', () => stop(tooManyFiles(limits)))
  parser.on('fieldsLimit', () => stop(malformed(`The body has more than ${MOST_FIELDS} fields`)))
  parser.on('file', (field, stream, ...[name, , claimedType]) => {
    // Its errors come from the parser too.
    stream.on('error', () => undefined)
    if (field !== FILES) {
      stream.resume()
      return
    }
    stream.once('limit', () => stop(fileTooLarge(limits.fileSize)))
    const path = join(folder, String(files.length))
    const file = receiveFile(stream, { path, name: nameInForm(name ?? ''), claimedType }, stopping.signal)
    file.catch(stop)
    files.push(file)
  })

  try {
    const finished = once(parser, 'finish', { signal: stopping.signal })
    finished.catch(stop)
    await feed(parser, request.stream ?? nothing(), stopping.signal)
    await Promise.race([finished, stalled(files)])
    const received = await Promise.all(files)
    return { files: received.filter(({ name, size }) => name !== '' || size > 0), fields }
  } catch (error) {
    stop(error)
    await Promise.allSettled(files)
    throw clientError(stopping.signal.reason)
  }
}

/** Bytes into the parser, as fast as it takes them. */
async function feed(parser: BusboyInstance, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  for await (const chunk of source) {
    signal.throwIfAborted()
    if (!parser.write(chunk)) await once(parser, 'drain', { signal })
  }
  signal.throwIfAborted()
  parser.end()
}

/**
 * The parser never finishes when a part ends inside its headers: fails once all files are written and nothing new
 * comes.
 */
async function stalled(files: readonly Promise<unknown>[]): Promise<never> {
  let seen = -1
  while (seen < files.length) {
    seen = files.length
    await Promise.allSettled(files)
    await pause(STALL_CHECK_MS, undefined, { ref: false })
  }
  throw malformed('The headers of a part are cut off')
}

async function* nothing(): AsyncIterable<never> {}

const NO_BOUNDARY = 'Do not set Content-Type for a FormData body: fetch and curl -F write it, with the boundary'

function parserFor({ headers }: HttpRequest, limits: UploadLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (field, _type, name) => name !== undefined && !TEXTS.has(field ?? ''),
      limits: {
        fileSize: limits.fileSize,
        files: limits.files,
        fields: MOST_FIELDS,
        fieldSize: limits.textSize,
        headerSize: LONGEST_PART_HEADER,
      },
    })
  } catch (cause) {
    throw malformed('The Content-Type of the multipart form has no boundary', cause, { hint: NO_BOUNDARY })
  }
}

async function receiveFile(
  stream: BusboyFileStream,
  file: Omit<ReceivedFile, 'size'>,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const target = createWriteStream(file.path, { flags: 'wx', flush: true })
  try {
    await pipeline(stream, target, { signal })
  } catch (error) {
    // The parser makes no system calls: the disk refuses to open the file, or to take another byte of it.
    throw error instanceof Error && 'syscall' in error ? new NotWritten(error) : error
  }
  return { ...file, size: target.bytesWritten }
}

/** A file could not be written. */
class NotWritten extends Error {
  constructor(cause: Error) {
    super('A file could not be written', { cause })
  }
}

/** A full disk is not the caller's mistake; other unknown errors come from a broken form. */
function clientError(error: unknown): unknown {
  if (error instanceof NotWritten) return error.cause
  return error instanceof ApiError ? error : malformed('The body is not a whole multipart form', error)
}

function tooManyFiles({ files }: UploadLimits): ApiError {
  return files === 0
    ? malformed('The form has a file where only texts are allowed')
    : limitExceeded('uploadFiles', files)
}

function fileTooLarge(maximum: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', {
    message: `A file is larger than ${maximum} bytes`,
    details: { limit: 'sizeLimit', maximum, source: 'body' },
  })
}

function malformed(message: string, cause?: unknown, details: { readonly hint?: string } = {}): ApiError {
  return new ApiError('BODY_MALFORMED', { message, cause, details })
}
