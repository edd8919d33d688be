import { suggestion } from '../../config/suggestion.ts'
import { modelsOf } from '../models.ts'
import type { Model, Schema } from '../schema.ts'
import type { Known, ReportOn } from './known.ts'

/** A slug can only be made from a value of the same entry. */
export function checkTargetFields(schema: Schema, known: Known, reportOn: ReportOn): void {
  for (const model of modelsOf(schema)) {
    for (const { name, targetField } of targetFields(model)) {
      const path = `attributes.${name}.targetField`
      const target = model.attributes.get(targetField)
      const declared = known.declared.get(model.uid) ?? new Set()
      if (target !== undefined && target.kind !== 'scalar') {
        reportOn(model.uid)(
          path,
          `A slug cannot be made from "${targetField}", which is not a value; name a text attribute.`,
        )
      } else if (target === undefined && !declared.has(targetField)) {
        reportOn(model.uid)(path, `There is no attribute "${targetField}".${suggestion(targetField, [...declared])}`)
      }
    }
  }
}

function targetFields(model: Model): readonly { readonly name: string; readonly targetField: string }[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    const targetField = attribute.kind === 'scalar' ? attribute.rules.targetField : null
    return targetField === null ? [] : [{ name: attribute.name, targetField }]
  })
}
