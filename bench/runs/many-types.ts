import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fields = {
  title: { type: 'string', required: true },
  slug: { type: 'uid', targetField: 'title' },
  body: { type: 'richtext' },
  rank: { type: 'integer' },
  price: { type: 'decimal' },
  metadata: { type: 'json' },
  shownAt: { type: 'datetime' },
  kind: { type: 'enumeration', enum: ['one', 'other'] },
}

const schemaOf = (number: number, count: number) => {
  const name = `thing-${number}`
  const next = `thing-${(number + 1) % count}`
  return {
    kind: 'collectionType',
    collectionName: `things_${number}`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: number % 2 === 0 },
    attributes: {
      ...fields,
      next: { type: 'relation', relation: 'manyToOne', target: `api::${next}.${next}` },
      others: { type: 'relation', relation: 'manyToMany', target: `api::${next}.${next}` },
    },
  }
}

/** Writes a project with `count` content types, each with relations to the next one; returns its folder. */
export const manyTypes = (folder: string, count: number): string => {
  for (let number = 0; number < count; number += 1) {
    const name = `thing-${number}`
    const file = join(folder, 'src', 'api', name, 'content-types', name, 'schema.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(schemaOf(number, count), null, 2)}\n`)
  }
  return folder
}
