/** Opens a project's database to change users, keys and roles. */

import { storeOn } from '../answer/answer-write.ts'
import { createReader } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import { knownActions } from '../people/actions.ts'
import type { ChangeContext } from '../people/change-context.ts'
import { createRole, deleteRole } from '../people/change-roles.ts'
import { setBlocked, setPassword } from '../people/change-user.ts'
import { findUser, listUsers } from '../people/find-user.ts'
import { hashPassword } from '../people/password.ts'
import type { NewToken, NewUser, People } from '../people/people.ts'
import { allowActions, denyActions, listRoles } from '../people/roles.ts'
import { createToken, listTokens, revokeToken } from '../people/tokens.ts'
import { createUser, identityOf } from '../people/users.ts'
import type { Project } from '../project/load-project.ts'
import { USER_UID } from '../schema/schema.ts'
import { deleteCascading } from '../store/documents/delete-cascading.ts'
import { checkDatabase } from '../tables/check-database.ts'
import { changeContext, inTransaction } from './in-transaction.ts'
import { type ChangeOptions, type OpenedToChange, openToChange } from './open-to-change.ts'

/** `mayChange`: whether a database that Lectern did not create may be changed too. */
export async function openPeople(options: ChangeOptions, mayChange: boolean): Promise<People> {
  const opened = await openToChange(options)
  return { database: opened.description, notices: opened.notices, ...peopleIn({ ...opened, mayChange }) }
}

interface PeopleContext extends OpenedToChange {
  readonly mayChange: boolean
}

function peopleIn(opened: PeopleContext): Omit<People, 'database' | 'notices'> {
  const { project, database, dialect, columns } = opened
  const known = knownActions(project.schema, project.settings.rest)
  const reader = createReader(database, dialect, columns)
  const change: Change = (work) => changeIn(opened, work)
  return {
    users: () => listUsers(reader),
    createUser: (user) => newUser(user, change),
    setPassword: async (who, password) => {
      const hash = await hashPassword(password)
      return change((context) => setPassword(context, who, hash))
    },
    setBlocked: (who, blocked) => change((context) => setBlocked(context, who, blocked)),
    deleteUser: (who) => change((context, run) => deleteUser(opened, context, run, who)),
    createToken: (token) => newToken(token, project, known, change),
    tokens: () => listTokens(reader),
    revokeToken: (nameOrId) => change((context) => revokeToken(context, nameOrId)),
    roles: () => listRoles(reader, known),
    createRole: (name, description) => change((context) => createRole(context, name, description)),
    deleteRole: (role, to) => change((context) => deleteRole(context, role, to)),
    allow: (role, actions) => change((context) => allowActions(context, role, actions, known)),
    deny: (role, actions) => change((context) => denyActions(context, role, actions, known)),
    close: () => database.close(),
  }
}

type Change = <T>(work: (context: ChangeContext, run: Run) => Promise<T>) => Promise<T>

/** With everything that the project adds to users: components, files, relations. */
async function deleteUser({ project, dialect, columns }: PeopleContext, context: ChangeContext, run: Run, who: string) {
  const user = await findUser(context, who)
  const { schema, tables } = checkDatabase(project.schema, project.tables, columns)
  const type = schema.contentTypes.get(USER_UID)
  if (type === undefined) throw refusal('The project has no users.')
  await deleteCascading(storeOn(run, { schema, tables, dialect, settings: project.settings }, null), type, [user.id])
  return user
}

async function newUser(user: NewUser, change: Change) {
  const identity = identityOf(user)
  const hash = await hashPassword(user.password)
  return change((context) => createUser(context, identity, hash, user.role))
}

async function newToken(token: NewToken, { settings }: Project, known: readonly string[], change: Change) {
  const salt = settings.secrets.apiTokenSalt
  if (salt === null) throw refusal('API_TOKEN_SALT is not set, so no token could ever match; set it in .env first.')
  return change((context) => createToken(context, token, salt, known))
}

async function changeIn<T>(opened: PeopleContext, work: (context: ChangeContext, run: Run) => Promise<T>): Promise<T> {
  const { project, dialect, columns } = opened
  refuseOthers(opened)
  return inTransaction(project.settings.database, (run) => work(changeContext(run, dialect, columns), run))
}

function refuseOthers({ ownership, mayChange, description }: PeopleContext): void {
  if (ownership === 'empty') throw refusal(`${description} is empty; lectern migrate creates its tables.`)
  if (ownership === 'lectern' || mayChange) return
  const maker = ownership === 'strapi' ? 'Strapi' : 'another program'
  throw refusal(`${description} was made by ${maker}, which may be using it. Add --yes to change it anyway.`)
}
