import fc from 'fast-check'
import type { FilterSource } from './generate-filter.ts'
import { defined, directed, fieldsFor, sortableNames } from './generate-query.ts'
import { type Link, type Model, modelOf } from './models.ts'
import { isObject, type Json } from './values.ts'

const ZONES: Readonly<Record<string, readonly string[]>> = {
  'api::article.article.sections': ['blocks.hero', 'blocks.quote', 'blocks.gallery', 'blocks.cta'],
  'api::press-release.press-release.body': ['blocks.quote', 'blocks.accordion'],
}

const MORPH_TARGETS: readonly string[] = ['api::article.article', 'api::author.author', 'api::tag.tag']

const nothing = fc.constant(undefined)
const plain: fc.Arbitrary<Json> = fc.constant('true')

const sometimes = (arbitrary: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> => fc.oneof(nothing, arbitrary)

const ownSort = (model: Model): fc.Arbitrary<Json> =>
  fc.array(directed(fc.constantFrom(...sortableNames(model))), { minLength: 1, maxLength: 2 })

const some = <T>(choices: readonly T[], most: number): fc.Arbitrary<T[]> =>
  fc.subarray([...choices], { minLength: 1, maxLength: Math.min(most, choices.length) })

const recordOf = (entries: readonly (readonly [string, fc.Arbitrary<Json>])[]): fc.Arbitrary<Json> =>
  fc.record(Object.fromEntries(entries)) as fc.Arbitrary<Json>

/** Random `populate` values for a model, `depth` levels below the first. */
export type PopulateSource = (model: Model, depth: number) => fc.Arbitrary<Json>

const anyPage: fc.Arbitrary<Json> = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 4 }), fc.constantFrom('true', 'false'))
  .map(([byPage, first, size, withCount]) =>
    byPage
      ? { page: String(first + 1), pageSize: String(size), withCount }
      : { start: String(first), limit: String(size), withCount },
  )

/** A count has no pages. */
const paged = (options: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.tuple(options, anyPage).map(([value, pagination]) => {
    if (!isObject(value)) return { pagination }
    return 'count' in value ? value : { ...value, pagination }
  })

/** `pages`: whether lists are paginated, once in a while. */
export const populateSource = (filters: FilterSource, pages = false): PopulateSource => {
  const maybePaged = (many: boolean, options: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    pages && many ? fc.oneof(options, { weight: 3, arbitrary: paged(options) }) : options

  const options = (model: Model, depth: number, sort: fc.Arbitrary<Json | undefined>): fc.Arbitrary<Json> => {
    const deeper = depth > 0 && Object.keys(model.links).length > 0
    return fc
      .record({
        fields: sometimes(fieldsFor(model)),
        filters: sometimes(filters(model, 1, 1)),
        sort,
        populate: deeper ? sometimes(populateFor(model, depth - 1)) : nothing,
      })
      .map((record) => (Object.values(record).every((value) => value === undefined) ? 'true' : defined(record)))
  }

  /** Items of mixed kinds keep their stored order, so a branch of `on` gets no sort. */
  const on = (uids: readonly string[], depth: number): fc.Arbitrary<Json> =>
    some(uids, uids.length)
      .chain((chosen) => recordOf(chosen.map((uid) => [uid, options(modelOf(uid), depth, nothing)])))
      .map((branches): Json => ({ on: branches }))

  const onAttribute = (model: Model, name: string, link: Link, depth: number): fc.Arbitrary<Json> => {
    if (link.kind === 'morph') return maybePaged(link.many, fc.oneof(plain, on(MORPH_TARGETS, depth)))
    if (link.kind === 'zone') {
      const everything: fc.Arbitrary<Json> = fc.constant({ populate: '*' })
      return maybePaged(true, fc.oneof(plain, everything, on(ZONES[`${model.uid}.${name}`] ?? [], depth)))
    }
    const target = modelOf(link.target)
    const counted = link.kind === 'relation' || link.kind === 'component' ? fc.constant<Json>({ count: 'true' }) : plain
    const whole = { weight: 8, arbitrary: options(target, depth, sometimes(ownSort(target))) }
    return maybePaged(link.many, fc.oneof(plain, counted, whole))
  }

  const populateFor: PopulateSource = (model, depth) => {
    const links = Object.entries(model.links)
    const asObject = some(links, 3).chain((chosen) =>
      recordOf(chosen.map(([name, link]) => [name, onAttribute(model, name, link, depth)])),
    )
    return fc.oneof({ weight: 5, arbitrary: asObject }, fc.constant('*'), some(Object.keys(model.links), 3))
  }

  return populateFor
}
