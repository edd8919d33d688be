/** The permission that a call needs, as Strapi names it. */

import type { ContentRoute, Operation, RouteOf } from './routes.ts'

export function contentAction(route: ContentRoute, operation: Operation): string {
  return `${route.type.uid}.${operation === 'read' ? readingAction(route) : operation}`
}

function readingAction(route: ContentRoute): string {
  const { kind } = route.kind === 'watch' ? route.of : route
  if (kind === 'export') return EXPORT
  return kind === 'entry' ? 'findOne' : 'find'
}

/** Needed in addition to `find`, since a whole list is more expensive than a page. */
const EXPORT = 'export'

const UPLOAD = 'plugin::upload.content-api'

export function filesAction(
  { kind }: RouteOf<'upload' | 'files' | 'filesPage' | 'file'>,
  operation: Operation,
): string {
  if (kind === 'file') return operation === 'delete' ? `${UPLOAD}.destroy` : `${UPLOAD}.findOne`
  return `${UPLOAD}.${{ upload: 'upload', files: 'find', filesPage: 'findPage' }[kind]}`
}

export function usersAction({ kind }: RouteOf<'me' | 'users' | 'user' | 'userCount'>): string {
  return `plugin::users-permissions.user.${{ me: 'me', users: 'find', user: 'findOne', userCount: 'count' }[kind]}`
}

export function modelsAction({ of, uid }: RouteOf<'models'>): string {
  const name = of === 'contentTypes' ? 'content-types.getContentType' : 'components.getComponent'
  return `plugin::content-type-builder.${name}${uid === null ? 's' : ''}`
}
