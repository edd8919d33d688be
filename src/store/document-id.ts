import { createId } from '@paralleldrive/cuid2'

/** 24 lower-case letters and digits, the first a letter. */
export function newDocumentId(): string {
  return createId()
}
