import type { Server } from '../peers/start-server.ts'
import { ask, change, create } from './ask.ts'
import type { CheckedProject } from './projects.ts'

type Listed = { readonly data: readonly { readonly documentId: string; readonly title: string }[] }

/** The work of editors, done through Strapi on a database that Lectern created. */
export const writeThrough = async (strapi: Server, project: CheckedProject, key: string): Promise<void> => {
  const { documentId: author } = await create(strapi, '/api/authors', key, { name: 'Bo of Strapi' })
  const { text } = await ask(strapi, '/api/upload/files', { key })
  const image = (JSON.parse(text) as readonly { readonly id: number }[])[0]?.id ?? 0
  const article = project.article({ author, image })
  await create(strapi, '/api/articles', key, { title: 'Published by Strapi', ...article })
  await create(strapi, '/api/articles?status=draft', key, { title: 'Draft by Strapi', ...article })
  const listed = await ask(strapi, '/api/articles?filters[title][$contains]=Lectern', { key })
  for (const { documentId } of (JSON.parse(listed.text) as Listed).data)
    await change(strapi, `/api/articles/${documentId}`, key, { title: 'Published by Lectern, changed by Strapi' })
}
