/** Requests that could reveal drafts, and data that would show it. */

import type Sqlite from 'better-sqlite3'
import type { Project } from '../../src/project/load-project.ts'
import type { Attribute, Model } from '../../src/schema/schema.ts'
import { endOf, populateBrackets, urlOf, type Way } from './probes.ts'

/** Every type must have links to drafts; otherwise nothing could leak. */
export function linkToDrafts(database: Sqlite.Database): void {
  database.exec(`update comments set target_type = 'api::article.article', target_id = id where id % 2 = 0`)
  database.exec(
    `insert into comments_mentions_mph (comment_id, mentions_id, mentions_type, "order") select id, id, 'api::article.article', 9 from comments`,
  )
  database.exec(
    'insert or ignore into articles_tags_lnk (article_id, tag_id) select id, 1 + id % 30 from articles where published_at is null',
  )
}

/** Changes the texts and numbers of every draft row, and of its components. */
export function changeDrafts(
  database: Sqlite.Database,
  { schema, tables }: Project,
  isChanged: (uid: string) => boolean = () => true,
): void {
  const types = [...schema.contentTypes.values()]
  const draft = types.filter(({ uid, draftAndPublish }) => draftAndPublish && isChanged(uid))
  for (const type of draft) {
    const table = tables.get(type.uid)
    if (table === undefined) continue
    const texts = scalars(type).filter(({ type: kind }) =>
      ['string', 'text', 'richtext', 'uid', 'integer'].includes(kind),
    )
    for (const { name, type: kind } of texts) {
      const column = table.columns.get(name)
      if (name !== 'documentId' && name !== 'locale' && column !== undefined) {
        const value = kind === 'integer' ? '9000 - id' : `'draft' || (9000 - id)`
        database.exec(`update "${table.table}" set "${column}" = ${value} where published_at is null`)
      }
    }
  }
}

function scalars(model: Model) {
  return [...model.attributes.values()].filter(
    (attribute): attribute is Extract<Attribute, { kind: 'scalar' }> =>
      attribute.kind === 'scalar' && !attribute.hidden,
  )
}

export function draftProbes(way: Way): readonly string[] {
  const url = urlOf(way.root)
  const names = way.steps.map(({ name }) => name)
  const at = names.map((name) => `[${name}]`).join('')
  const texts = scalars(endOf(way)).filter(({ type }) => ['string', 'text', 'integer'].includes(type))
  const populate = `${url}?populate${populateBrackets(way.steps)}`
  const shown = [`${populate}[fields][0]=id`, `${populate}[populate]=*`, `${populate}[filters][id][$notNull]=true`]
  if (way.steps.some(({ on }) => on !== null)) return shown
  return [
    ...shown,
    `${url}?filters${at}[$count][$gte]=1`,
    // Each of two attributes gets half of the forms.
    ...texts
      .slice(0, 2)
      .flatMap(({ name }, which) =>
        [
          `${url}?filters${at}[${name}][$startsWith]=draft`,
          `${url}?filters[$not]${at}[${name}][$contains]=draft`,
          `${url}?filters${at}[${name}][$null]=true`,
          `${url}?filters${at}[${name}][$notContains]=draft`,
          `${url}?sort=${[...names, name].join('.')}`,
          `${url}?sort=${[...names, name].join('.')}:desc`,
          `${populate}[filters][${name}][$contains]=draft`,
          `${populate}[sort]=${name}`,
          `${url}?filters${at}[$every][${name}][$notContains]=draft`,
          `${url}?filters${at}[$count][$of][${name}][$contains]=draft&filters${at}[$count][$lt]=2`,
        ].filter((_, form) => texts.length === 1 || form % 2 === which),
      ),
  ].map((probe) => `${probe}&pagination[pageSize]=10`)
}

export function leadsToDrafts({ root, steps }: Way): boolean {
  const hasDrafts = (model: Model) => model.kind !== 'component' && model.draftAndPublish
  return [root, ...steps.map(({ target }) => target)].some(hasDrafts)
}
