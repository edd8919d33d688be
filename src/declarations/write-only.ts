import { isOfProject } from '../schema/models.ts'
import type { Attribute, Model } from '../schema/schema.ts'

/** Whether bodies may set what no response shows. Types of the server's own have no route to write them. */
export function isWriteOnly({ hidden, writable }: Attribute, model: Model): boolean {
  return hidden && writable && isOfProject(model)
}
