/**
 * Encrypts export archives as Strapi does: without salt, initialization vector or checksum. This protects only against
 * casual reading. A wrong key shows only in the decrypted data.
 */

import { type Cipher, createCipheriv, createDecipheriv, type Decipher, scryptSync } from 'node:crypto'

const ALGORITHM = 'aes-128-ecb'
const KEY_LENGTH = 16
const BLOCK_LENGTH = 16

const keyOf = (passphrase: string): Buffer => scryptSync(passphrase, '', KEY_LENGTH)

export function createEncryption(passphrase: string): Cipher {
  return createCipheriv(ALGORITHM, keyOf(passphrase), null)
}

export function createDecryption(passphrase: string): Decipher {
  return createDecipheriv(ALGORITHM, keyOf(passphrase), null)
}

/** Decrypts the whole blocks at the beginning of an archive. */
export function decryptBeginning(bytes: Buffer, passphrase: string): Buffer {
  const decipher = createDecryption(passphrase)
  decipher.setAutoPadding(false)
  return decipher.update(bytes.subarray(0, bytes.length - (bytes.length % BLOCK_LENGTH)))
}
