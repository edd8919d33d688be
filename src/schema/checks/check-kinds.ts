import type { ContentType, RelationAttribute, Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

type Kind = RelationAttribute['relation']

const OTHER_SIDE: Readonly<Record<Kind, Kind>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
}

/**
 * Two sides of a relation whose kinds do not fit, as after a change in one of two files: Strapi and Lectern serve them, but
 * each side shows and replaces links by its own kind. Takes the schema in which `mappedBy` names the relation that is read.
 */
export function checkKinds(schema: Schema, reportOn: ReportOn): void {
  for (const type of schema.contentTypes.values()) {
    if (!type.hasRoutes) continue
    for (const attribute of type.attributes.values()) {
      if (attribute.kind === 'relation') checkKind(schema, type, attribute, reportOn)
    }
  }
}

function checkKind(schema: Schema, type: ContentType, side: RelationAttribute, reportOn: ReportOn): void {
  const owner = schema.contentTypes.get(side.target)?.attributes.get(side.mappedBy ?? '')
  if (owner?.kind !== 'relation' || side.relation === OTHER_SIDE[owner.relation]) return
  const wanted = OTHER_SIDE[owner.relation]
  reportOn(type.uid)(
    `attributes.${side.name}.relation`,
    `"${side.name}" is ${side.relation}, but its other side, "${owner.name}" of ${side.target}, is ${owner.relation}: each side shows links that the other does not. Write ${wanted} here, or change the other side.`,
  )
}
