import { isOfProject } from '../schema/models.ts'
import type { Attribute, Model } from '../schema/schema.ts'

/** Whether bodies may set the attribute while no response shows it. Built-in types have no route for writes. */
export function isWriteOnly({ hidden, writable }: Attribute, model: Model): boolean {
  return hidden && writable && isOfProject(model)
}
