import { readFileSync } from 'node:fs'
import { lectern } from '../peers/lectern.ts'
import type { Server } from '../peers/start-server.ts'
import { fromRoot } from '../project-root.ts'
import { change, create, upload } from './ask.ts'
import type { CheckedProject, Place } from './projects.ts'

/** The callers: the public, programs with a key, and a user who logs in. */
export type People = {
  readonly full: string
  readonly readOnly: string
  readonly custom: string
  readonly user: { readonly identifier: string; readonly password: string }
}

const user = { identifier: 'ada@example.com', password: 'Correct-horse-9' }

/** With the commands of Lectern, while no server has the database open. */
export const addPeople = ({ folder, database }: Place): People => {
  const place = ['--project', folder, '--database', database]
  const token = (name: string, ...kind: readonly string[]): string =>
    lectern('token', 'create', name, ...kind, ...place).trim()
  const [email, password] = [user.identifier, user.password]
  lectern('user', 'create', '--email', email, '--username', 'ada', '--password', password, ...place)
  lectern('role', 'allow', 'public', 'api::author.author.find', ...place)
  lectern('role', 'allow', 'authenticated', 'api::article.article.*', 'api::author.author.find', ...place)
  return {
    full: token('all', '--type', 'full-access'),
    readOnly: token('reading', '--type', 'read-only'),
    custom: token('some', '--action', 'api::article.article.find'),
    user,
  }
}

const image = (): Uint8Array => readFileSync(fromRoot('example', 'content', 'assets', 'uploads', 'owl_c52f7e68d1.png'))

/** Over REST: authors, articles in each state that an article can be in, and a picture. */
export const addContent = async (server: Server, project: CheckedProject, key: string): Promise<void> => {
  const picture = await upload(server, key, 'an owl.png', image())
  const { documentId: author } = await create(server, '/api/authors', key, { name: 'Ada of Lectern' })
  const article = project.article({ author, image: picture })
  await create(server, '/api/articles', key, { title: 'Published by Lectern', ...article })
  await create(server, '/api/articles?status=draft', key, { title: 'Only a draft', ...article })
  const { documentId } = await create(server, '/api/articles', key, { title: 'Changed later', ...article })
  const path = `/api/articles/${documentId}`
  await change(server, `${path}?status=draft`, key, { title: 'Changed, not published' })
}
