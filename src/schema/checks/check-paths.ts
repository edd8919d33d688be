import type { ContentType, Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/** Characters that need no encoding in the path of a URL; browsers and clients encode all others. */
const PATH = /^[\w.~!$&'()*+,;=:@-]+$/

/** Paths that every project has. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['users', 'the users who log in'],
  ['upload', 'uploads'],
])

/** Content types that no request could reach, and such that take a path from something else. */
export function checkPaths(schema: Schema, report: ReportOn, suspect: ReportOn): void {
  for (const type of schema.contentTypes.values()) {
    if (!type.hasRoutes) continue
    const key = type.kind === 'singleType' ? 'singularName' : 'pluralName'
    checkPath(type[key], type, (message, isFatal) => (isFatal ? report : suspect)(type.uid)(`info.${key}`, message))
  }
}

function checkPath(name: string, { uid }: ContentType, tell: (message: string, isFatal: boolean) => void): void {
  if (name === '') return
  if (!PATH.test(name)) {
    tell(
      `No request could have the path "${name}". Use small letters, digits and dashes, as in "press-releases".`,
      true,
    )
  }
  const hidden = BUILT_IN.get(name.toLowerCase())
  if (hidden === undefined) return
  tell(`The path of ${uid} is that of ${hidden}, which cannot be requested there any more. Choose another name.`, false)
}
