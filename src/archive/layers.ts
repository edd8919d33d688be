/**
 * How an archive is packed, detected by its first bytes. Only encryption cannot be detected, so it needs the suffix or
 * a key.
 */

import { decryptBeginning } from './encryption.ts'

export interface Layers {
  /** Null: not encrypted. */
  readonly key: string | null
  readonly gzip: boolean
}

export type Unreadable = 'key missing' | 'key wrong' | 'no archive'

/** Number of first bytes that are enough to detect it. */
export const BEGINNING = 512

export function findLayers(file: string, beginning: Buffer, key: string | null): Layers | Unreadable {
  const plain = containerOf(beginning)
  if (plain !== null) return { key: null, gzip: plain === 'gzip' }
  const saysEncrypted = file.endsWith('.enc')
  if (key === null) return saysEncrypted ? 'key missing' : 'no archive'
  const decrypted = containerOf(decryptBeginning(beginning, key))
  if (decrypted !== null) return { key, gzip: decrypted === 'gzip' }
  return saysEncrypted ? 'key wrong' : 'no archive'
}

function containerOf(bytes: Buffer): 'gzip' | 'tar' | null {
  if (bytes.subarray(0, 3).equals(GZIP)) return 'gzip'
  return isTarHeader(bytes) ? 'tar' : null
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08])
const HEADER = { length: 512, sumAt: 148, sumLength: 8, space: 0x20 }

/** A tar header contains the sum of its own bytes, with those of the sum itself counted as spaces. */
function isTarHeader(bytes: Buffer): boolean {
  if (bytes.length < HEADER.length) return false
  const end = HEADER.sumAt + HEADER.sumLength
  const written = Number.parseInt(bytes.toString('latin1', HEADER.sumAt, end), 8)
  const isSum = (index: number) => index >= HEADER.sumAt && index < end
  const sum = bytes
    .subarray(0, HEADER.length)
    .reduce((total, byte, index) => total + (isSum(index) ? HEADER.space : byte), 0)
  return sum === written
}
