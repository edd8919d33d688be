import { pathOf, type World } from '../../test/writes/random-schema.ts'
import { bodyOf, dataOf, type Step } from '../../test/writes/random-steps.ts'
import type { Request } from './pair.ts'

/** Documents by type, as the pair names them. */
export type Documents = Map<number, readonly string[]>

const most = 6

const verbs = { publish: 'publish', unpublish: 'unpublish', discard: 'discard' } as const

/** A step as a request; `made` is told what it made, `gone` what both sides no longer have. */
export const requestOf = (world: World, documents: Documents, step: Step) => {
  const type = step.type % world.types.length
  const own = documents.get(type) ?? []
  const document = own[step.document % Math.max(1, own.length)]
  const known = {
    world,
    shape: (index: number) => world.types[index] ?? world.types[0],
    documents: (index: number) => [...(documents.get(index) ?? [])],
  } as Parameters<typeof dataOf>[0]
  const wanted = step.kind === 'create' && own.length >= most ? 'update' : step.kind
  const kind = document === undefined ? 'create' : wanted
  const status = step.draft && kind !== 'delete' ? '&status=draft' : ''
  const query = `?locale=${kind === 'delete' && step.everyLocale ? '*' : step.locale}${status}&populate=*`
  const path = kind === 'create' ? pathOf(type) : `${pathOf(type)}/${document}`
  const request: Request = {
    method: kind === 'create' ? 'POST' : kind === 'update' ? 'PUT' : kind === 'delete' ? 'DELETE' : 'POST',
    path: kind in verbs ? `${path}/actions/${kind}?locale=${step.locale}` : `${path}${query}`,
    ...(kind === 'create' || kind === 'update' ? { body: { data: bodyOf(dataOf(known, type, step.data)) } } : {}),
    alike: 'all',
  }
  return {
    request,
    made: (name: string | null) => void (name !== null && documents.set(type, [...own, name])),
    gone: () =>
      void (
        kind === 'delete' &&
        documents.set(
          type,
          own.filter((one) => one !== document),
        )
      ),
  }
}
