/** Writes to the media library: upload, change and delete files. `upload/` serves them. */

import { join } from 'node:path'
import { ApiError } from '../errors/api-error.ts'
import { mayBeCommitted } from '../execute/commit-unknown.ts'
import type { Run } from '../execute/database.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import { readWholeBody } from '../request/read-body.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondBare, respondBareEntry } from '../respond/respond.ts'
import type { Store } from '../store/store.ts'
import { attachFiles, readAttachment } from '../upload/attach-files.ts'
import { type DescribedFile, describeFile } from '../upload/describe-file.ts'
import type { Wanted } from '../upload/fair-queue.ts'
import { fileInfoIn, NO_INFO, readFileInfo, valuesOf } from '../upload/file-info.ts'
import { deleteFile, findFile, insertFile, updateFile } from '../upload/file-rows.ts'
import { type Received, receiveUpload } from '../upload/receive-upload.ts'
import { createUndoableMoves, removeFiles } from '../upload/undoable-moves.ts'
import { announcing } from './announce.ts'
import { readFile, readFileId, readFiles } from './answer-files.ts'
import { storeOn, writerOf } from './answer-write.ts'
import type { App } from './app.ts'
import { identifyAgain } from './identify-again.ts'
import { queueCaller } from './queue-caller.ts'
import type { RequestContext } from './request-context.ts'

export async function answerFileDeletion({
  call,
  caller,
  app,
}: RequestContext<RouteOf<'file'>>): Promise<HttpResponse> {
  const id = readFileId(call.route.id)
  const { answer, names } = await inTransaction(app, async (store, run) => {
    const { names } = await findFile(store, id)
    const answer = respondBareEntry(await readFile({ id, caller }, app, run))
    await deleteFile(store, id)
    return { answer, names }
  })
  // Orphaned files are harmless; rows without files are not.
  await removeFiles(app.uploads.folder, names)
  return answer
}

export async function answerUpload(context: RequestContext): Promise<HttpResponse> {
  const { request, call, app } = context
  const { limits } = app.settings
  const { id } = parseQueryString(call.query, limits)
  const replaced = id === undefined ? null : readFileId(typeof id === 'string' ? id : '')
  if (request.stream === undefined) return changeInfo(infoInBody(request, app), replaced, context)
  const { slots, withIncoming } = app.uploads
  const { caller, signal } = wantedBy(context)
  return slots.run(caller, signal, () => withIncoming((folder) => answerForm(folder, replaced, context)))
}

const wantedBy = ({ request }: RequestContext): Wanted => ({ caller: queueCaller(request), signal: request.signal })

async function answerForm(folder: string, replaced: number | null, begun: RequestContext): Promise<HttpResponse> {
  const { request, app } = begun
  const { limits } = app.settings
  const upload = { fileSize: app.uploads.sizeLimit, files: limits.uploadFiles, textSize: limits.bodySize }
  const received = await receiveUpload(request, folder, upload)
  // Files may have been arriving for minutes.
  const context = await identifyAgain(begun)
  if (received.files.length === 0) return changeInfo(fileInfoIn(received.fields, limits), replaced, context)
  const incoming = { received, folder }
  return replaced === null ? storeFiles(incoming, context) : replaceFile(replaced, incoming, context)
}

/** The files received, and the temporary folder that holds them until they are moved into place. */
interface Incoming {
  readonly received: Received
  readonly folder: string
}

function infoInBody(request: HttpRequest, app: App): readonly unknown[] {
  const body = readWholeBody(request, app.settings.limits)
  return typeof body === 'object' && body !== null && 'fileInfo' in body ? [body.fileInfo] : []
}

const AS_FORM = "Send multipart/form-data with the files in the field files: form.append('files', file)"

/** An upload without files changes the name, caption or alternative text of the file in `id`. */
async function changeInfo(
  sent: readonly unknown[],
  id: number | null,
  { caller, app }: RequestContext,
): Promise<HttpResponse> {
  if (id === null) throw new ApiError('FILES_EMPTY', { details: { hint: AS_FORM } })
  const [info = NO_INFO] = readFileInfo(sent, 1, infoForm(app))
  return inTransaction(app, async (store, run) => {
    await findFile(store, id)
    await updateFile(store, id, valuesOf(info))
    return respondBareEntry(await readFile({ id, caller }, app, run))
  })
}

const infoForm = ({ settings: { limits, rest } }: App) => ({
  bodyDepth: limits.bodyDepth,
  strict: rest.strictParams && rest.profile !== 'strapi',
})

async function storeFiles({ received, folder }: Incoming, context: RequestContext): Promise<HttpResponse> {
  const { caller, app } = context
  const { limits } = app.settings
  const infos = readFileInfo(fileInfoIn(received.fields, limits), received.files.length, infoForm(app))
  const attachment = readAttachment(received, app.schema, caller)
  const described: DescribedFile[] = []
  for (const [index, file] of received.files.entries()) {
    const info = infos[index] ?? NO_INFO
    described.push(await describeFile(app.uploads, { file, info, replaced: null, wanted: wantedBy(context) }))
  }
  return placed(described, folder, app, async (store, run) => {
    const ids: number[] = []
    for (const { values } of described) ids.push(await insertFile(store, values))
    if (attachment !== null) await attachFiles(store, attachment, ids)
    const params = { filters: { id: { $in: ids.map(String) } }, sort: 'id:asc' }
    const window = { start: 0, limit: ids.length }
    return respondBare(await readFiles({ params, window, caller }, app, run), 201)
  })
}

/** Replaces the content of a file; its URL stays the same. */
async function replaceFile(id: number, { received, folder }: Incoming, context: RequestContext): Promise<HttpResponse> {
  const { caller, app } = context
  const { files, fields } = received
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new ApiError('VALUE_INVALID', { message: 'Cannot replace a file with multiple ones' })
  }
  const { limits } = app.settings
  const [info = NO_INFO] = readFileInfo(fileInfoIn(fields, limits), 1, infoForm(app))
  const before = await inTransaction(app, (store) => findFile(store, id))
  if (before.names.length === 0) throw notHere()
  const described = await describeFile(app.uploads, { file, info, replaced: before, wanted: wantedBy(context) })
  const { answer, names } = await placed([described], folder, app, async (store, run) => {
    const { names } = await findFile(store, id)
    await updateFile(store, id, described.values)
    return { answer: respondBareEntry(await readFile({ id, caller }, app, run)), names }
  })
  const current = described.moves.map(({ name }) => name)
  await removeFiles(
    app.uploads.folder,
    names.filter((name) => !current.includes(name)),
  )
  return answer
}

function notHere(): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: 'The file is stored by another provider. Upload the new one, and delete this one there',
  })
}

/** Files are moved into place last, just before the transaction commits. */
async function placed<T>(
  described: readonly DescribedFile[],
  folder: string,
  app: App,
  work: (store: Store, run: Run) => Promise<T>,
): Promise<T> {
  const moves = described.flatMap((file) => file.moves)
  const files = createUndoableMoves(app.uploads.folder, join(folder, 'aside'), moves)
  try {
    return await inTransaction(app, async (store, run) => {
      const result = await work(store, run)
      await files.place()
      return result
    })
  } catch (error) {
    // Orphaned files are harmless; rows without files are not.
    if (!mayBeCommitted(error)) await files.undo()
    throw error
  }
}

async function inTransaction<T>(app: App, work: (store: Store, run: Run) => Promise<T>): Promise<T> {
  const defaultLocale = await app.stored.defaultLocale()
  return announcing(app, await app.revisions.now(), (announceOn) =>
    writerOf(app).transaction((run) => work(storeOn(run, app, defaultLocale, announceOn(run)), run)),
  )
}
