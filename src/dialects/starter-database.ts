/** `config/database.js` of a new project: a SQLite file in the project. */
export const STARTER_DATABASE = `const { join } = require('node:path')

module.exports = {
  connection: {
    client: 'sqlite',
    connection: { filename: join(__dirname, '..', 'data', 'content.db') },
    useNullAsDefault: true,
  },
}
`
