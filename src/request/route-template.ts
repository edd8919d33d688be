import { matchRoute, type Routes } from './routes.ts'

/** The route as a metrics label: the path for content, one word for everything else. Never the URL itself. */
export function routeTemplate(url: string, routes: Routes): string {
  const mark = url.indexOf('?')
  const route = matchRoute(mark === -1 ? url : url.slice(0, mark), routes)
  if (route === null) return 'unknown'
  if (!('type' in route)) return route.kind
  const { type } = route
  const path = `${routes.prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`
  if (route.kind === 'watch') return `${path}${route.of.kind === 'entry' ? '/:documentId' : ''}/actions/watch`
  if (route.kind === 'entry') return `${path}/:documentId`
  if (route.kind === 'aggregate' || route.kind === 'query' || route.kind === 'export')
    return `${path}/actions/${route.kind}`
  if (route.kind !== 'version') return path
  return `${path}${route.documentId === null ? '' : '/:documentId'}/actions/${route.verb}`
}
