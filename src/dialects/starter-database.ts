/** `config/database.js` of a new project, with a SQLite file in the project. */
export const STARTER_DATABASE = `const { join } = require('node:path')

module.exports = {
  connection: {
    client: 'sqlite',
    connection: { filename: join(__dirname, '..', 'data', 'content.db') },
    useNullAsDefault: true,
  },
  // For PostgreSQL, which stores datetimes without a zone: the same one, wherever a process runs.
  settings: { timeZone: 'UTC' },
}
`

/** The driver's package, whose install script downloads or compiles it. */
export const STARTER_DRIVER = 'better-sqlite3'
