import type { Schema } from '../schema.ts'
import { kebabCase } from '../snake-case.ts'
import type { ReportOn } from './known.ts'

/** Singular and plural names make routes: no two may be equal, singular or plural. */
export function checkNames(schema: Schema, reportOn: ReportOn): void {
  const taken = new Map<string, string>()
  for (const type of schema.contentTypes.values()) {
    if (!type.hasRoutes) continue
    for (const key of ['singularName', 'pluralName'] as const) {
      const name = kebabCase(type[key])
      if (name === '') continue
      const other = taken.get(name)
      if (other === undefined) taken.set(name, type.uid)
      else
        reportOn(type.uid)(
          `info.${key}`,
          `The name "${name}" is taken by ${takenBy(other, type.uid)}; names must differ.`,
        )
    }
  }
}

const takenBy = (other: string, own: string) => (other === own ? 'its own singularName' : other)
