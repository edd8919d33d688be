/** The permission that a call needs, as Strapi names it. */

import type { ContentRoute, Operation, RouteOf } from './routes.ts'

export function contentAction(route: ContentRoute, operation: Operation): string {
  const { kind } = route.kind === 'watch' ? route.of : route
  const name = operation !== 'read' ? operation : kind === 'entry' ? 'findOne' : 'find'
  return `${route.type.uid}.${name}`
}

const UPLOAD = 'plugin::upload.content-api'

export function filesAction(
  { kind }: RouteOf<'upload' | 'files' | 'filesPage' | 'file'>,
  operation: Operation,
): string {
  if (kind === 'file') return operation === 'delete' ? `${UPLOAD}.destroy` : `${UPLOAD}.findOne`
  return `${UPLOAD}.${{ upload: 'upload', files: 'find', filesPage: 'findPage' }[kind]}`
}

export function modelsAction({ of, uid }: RouteOf<'models'>): string {
  const name = of === 'contentTypes' ? 'content-types.getContentType' : 'components.getComponent'
  return `plugin::content-type-builder.${name}${uid === null ? 's' : ''}`
}
