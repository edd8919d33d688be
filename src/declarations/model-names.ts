import { FILE_UID, type Model } from '../schema/schema.ts'
import { pascalCase } from './notation.ts'

const TAKEN: readonly string[] = ['Api', 'Uids', 'AnyType', 'Locale']

/** A unique interface name for each UID. The project's own types come first, so they get the simplest names. */
export function modelNames(models: readonly Model[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(TAKEN)
  for (const model of models) {
    const plain = plainName(model)
    let name = plain
    for (let next = 2; taken.has(name); next++) name = `${plain}${next}`
    taken.add(name)
    names.set(model.uid, name)
  }
  return names
}

/** `File` would shadow the browser's `File`. */
function plainName(model: Model): string {
  if (model.uid === FILE_UID) return 'UploadFile'
  return pascalCase(model.kind === 'component' ? model.uid : model.singularName)
}
