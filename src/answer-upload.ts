/** Files: taking them in, telling about them, deleting them. What they are served with is `upload/`'s business. */

import { join } from 'node:path'
import type { Caller } from './access/caller.ts'
import { storeOn } from './answer-write.ts'
import type { App } from './app.ts'
import { ApiError } from './errors/api-error.ts'
import type { Row, Run } from './execute/database.ts'
import { parseRootPage } from './parse/parse-pagination.ts'
import { withinLimits } from './plan/measure-plan.ts'
import { planRead } from './plan/plan-read.ts'
import type { Member } from './plan/read-plan.ts'
import { FLAT } from './plan/response-format.ts'
import type { HttpRequest, HttpResponse } from './request/http-request.ts'
import { parseQueryString } from './request/parse-query-string.ts'
import type { RawParams } from './request/raw-params.ts'
import { readWholeBody } from './request/read-body.ts'
import type { Call } from './request/read-call.ts'
import { respondBare, respondBareEntry } from './respond/respond.ts'
import { compileRead } from './sql/compile-read.ts'
import type { Store } from './store/store.ts'
import { understand } from './understand.ts'
import { attachFiles, readAttachment } from './upload/attach-files.ts'
import { type DescribedFile, describeFile } from './upload/describe-file.ts'
import { NO_INFO, readFileInfo } from './upload/file-info.ts'
import { deleteFile, fileType, findFile, insertFile, updateFile } from './upload/file-rows.ts'
import { withIncoming } from './upload/incoming.ts'
import { createPlacing, removeFiles } from './upload/placing.ts'
import { type Received, receiveUpload } from './upload/receive-upload.ts'

/** Listings of files know no pages; more than this is had with `start` and `limit`. */
const MOST_FILES = 1_000

export async function answerFiles({ query }: Call, caller: Caller, app: App): Promise<HttpResponse> {
  const params = parseQueryString(query, app.settings.limits)
  const window = parseRootPage(params, MOST_FILES)
  return respondBare(await readFiles(params, window, caller, app, app.database.run))
}

export async function answerFile(call: Call, id: string, caller: Caller, app: App): Promise<HttpResponse> {
  const number = readId(id)
  if (call.operation === 'delete') return removeFile(number, caller, app)
  const { populate } = parseQueryString(call.query, app.settings.limits)
  return respondBareEntry(await readFile(number, populate === undefined ? {} : { populate }, caller, app))
}

async function removeFile(id: number, caller: Caller, app: App): Promise<HttpResponse> {
  const { answer, names } = await inTransaction(app, async (store, run) => {
    const { names } = await findFile(store, id)
    const answer = respondBareEntry(await readFile(id, {}, caller, app, run))
    await deleteFile(store, id)
    return { answer, names }
  })
  // Files that no row knows do no harm, rows without their files do.
  await removeFiles(app.uploads.folder, names)
  return answer
}

export async function answerUpload(request: HttpRequest, call: Call, caller: Caller, app: App): Promise<HttpResponse> {
  const { limits } = app.settings
  const { id } = parseQueryString(call.query, limits)
  const replaced = id === undefined ? null : readId(typeof id === 'string' ? id : '')
  if (request.stream === undefined) return changeInfo(infoInBody(request, app), replaced, caller, app)
  return withIncoming(app.uploads.folder, async (folder) => {
    const upload = { fileSize: app.uploads.sizeLimit, files: limits.uploadFiles, fieldSize: limits.bodySize }
    const received = await receiveUpload(request, folder, upload)
    if (received.files.length === 0) return changeInfo(received.fields.get('fileInfo') ?? [], replaced, caller, app)
    return replaced === null
      ? keepFiles(received, folder, caller, app)
      : replaceFile(received, replaced, folder, caller, app)
  })
}

function infoInBody(request: HttpRequest, app: App): readonly unknown[] {
  const body = readWholeBody(request, app.settings.limits)
  return typeof body === 'object' && body !== null && 'fileInfo' in body ? [body.fileInfo] : []
}

/** An upload without files changes what is said about a file, if it names one. */
async function changeInfo(
  sent: readonly unknown[],
  id: number | null,
  caller: Caller,
  app: App,
): Promise<HttpResponse> {
  if (id === null) throw new ApiError('FILES_EMPTY')
  const [info = NO_INFO] = readFileInfo(sent, 1)
  const said = Object.fromEntries(Object.entries(info).filter(([, text]) => text !== null))
  return inTransaction(app, async (store, run) => {
    await findFile(store, id)
    await updateFile(store, id, said)
    return respondBareEntry(await readFile(id, {}, caller, app, run))
  })
}

async function keepFiles(received: Received, folder: string, caller: Caller, app: App): Promise<HttpResponse> {
  const infos = readFileInfo(received.fields.get('fileInfo') ?? [], received.files.length)
  const attachment = readAttachment(received, app.schema, caller)
  const described: DescribedFile[] = []
  for (const [index, file] of received.files.entries()) {
    described.push(await describeFile(app.uploads, file, infos[index] ?? NO_INFO, null))
  }
  return placed(described, folder, app, async (store, run) => {
    const ids: number[] = []
    for (const { values } of described) ids.push(await insertFile(store, values))
    if (attachment !== null) await attachFiles(store, attachment, ids)
    const params = { filters: { id: { $in: ids.map(String) } }, sort: 'id:asc' }
    const window = { start: 0, limit: ids.length }
    return respondBare(await readFiles(params, window, caller, app, run), 201)
  })
}

/** The new content at the same address. */
async function replaceFile(
  { files, fields }: Received,
  id: number,
  folder: string,
  caller: Caller,
  app: App,
): Promise<HttpResponse> {
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new ApiError('VALUE_INVALID', { message: 'Cannot replace a file with multiple ones' })
  }
  const [info = NO_INFO] = readFileInfo(fields.get('fileInfo') ?? [], 1)
  const before = await inTransaction(app, (store) => findFile(store, id))
  if (before.names.length === 0) throw notHere()
  const described = await describeFile(app.uploads, file, info, before)
  const { answer, names } = await placed([described], folder, app, async (store, run) => {
    const { names } = await findFile(store, id)
    await updateFile(store, id, described.values)
    return { answer: respondBareEntry(await readFile(id, {}, caller, app, run)), names }
  })
  const kept = described.moves.map(({ name }) => name)
  await removeFiles(
    app.uploads.folder,
    names.filter((name) => !kept.includes(name)),
  )
  return answer
}

function notHere(): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: 'The file is kept by another provider. Upload the new one, and delete this one where it is kept',
  })
}

/** Files are moved into place as the last thing before their rows are kept. */
async function placed<T>(
  described: readonly DescribedFile[],
  folder: string,
  app: App,
  work: (store: Store, run: Run) => Promise<T>,
): Promise<T> {
  const moves = described.flatMap((file) => file.moves)
  const placing = createPlacing(app.uploads.folder, join(folder, 'aside'), moves)
  try {
    return await inTransaction(app, async (store, run) => {
      const result = await work(store, run)
      await placing.place()
      return result
    })
  } catch (error) {
    await placing.undo()
    throw error
  }
}

async function inTransaction<T>(app: App, work: (store: Store, run: Run) => Promise<T>): Promise<T> {
  if (app.writer === null) throw new ApiError('METHOD_NOT_ALLOWED')
  const defaultLocale = await app.stored.defaultLocale()
  return app.writer.transaction((run) => work(storeOn(run, app, defaultLocale), run))
}

async function readFile(
  id: number,
  params: RawParams,
  caller: Caller,
  app: App,
  run: Run = app.database.run,
): Promise<readonly Row[]> {
  const own = { ...params, filters: { id: { $eq: String(id) } } }
  const rows = await readFiles(own, { start: 0, limit: 1 }, caller, app, run)
  if (rows.every(([, body]) => typeof body !== 'string')) throw new ApiError('FILE_UNKNOWN')
  return rows
}

async function readFiles(
  params: RawParams,
  page: { readonly start: number; readonly limit: number },
  caller: Caller,
  app: App,
  run: Run,
): Promise<readonly Row[]> {
  const { settings, tables, dialect, schema } = app
  // Unknown parameters are nobody's mistake here, as in the reference server.
  const lenient = { ...app, settings: { ...settings, rest: { ...settings.rest, strictParams: false } } }
  const defaultLocale = await app.stored.defaultLocale()
  const query = understand({ params, type: fileType(schema), single: false, caller, defaultLocale }, lenient)
  const plan = planRead(query, { ...page, count: false, documentId: null }, FLAT, tables)
  const entry = { members: [...plan.entry.members, UNSIGNED] }
  return run(compileRead(withinLimits({ ...plan, entry }, settings.limits), dialect))
}

/** These endpoints, and no others, say whether the address of a file is a signed one. */
const UNSIGNED: Member = {
  key: 'isUrlSigned',
  value: { kind: 'condition', condition: { kind: 'constant', holds: false } },
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ApiError('FILE_UNKNOWN')
  return Number(text)
}
