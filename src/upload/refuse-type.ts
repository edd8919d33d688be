/** Refuses files whose media type the project does not allow. */

import type { UploadSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { isAmong } from './media-types.ts'
import type { ReceivedFile } from './receive-upload.ts'
import { sniffImage } from './sniff-image.ts'

/**
 * `mime`: what the file is stored and served as, the only type that can be allowed. A denied type is refused under any
 * of its names: the ending, what the client claims, what the first bytes say.
 */
export async function refuseType(file: ReceivedFile, mime: string, settings: UploadSettings): Promise<void> {
  const { allowedTypes, deniedTypes } = settings
  if (allowedTypes !== null && !isAmong(mime, allowedTypes)) throw notAllowed(mime)
  const denied = [mime, file.claimedType, ...(await typesInside(file))].find((type) => isAmong(type, deniedTypes))
  if (denied !== undefined) throw notAllowed(denied)
}

async function typesInside({ path }: ReceivedFile): Promise<readonly string[]> {
  const kind = await sniffImage(path)
  return kind === null ? [] : [`image/${kind}`]
}

function notAllowed(mime: string): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `Files of the type ${mime} are not allowed`,
    details: { path: 'files', source: 'body' },
  })
}
