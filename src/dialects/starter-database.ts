/** `config/database.js` of a new project: a file of its own, beside its configuration. */
export const STARTER_DATABASE = `const { join } = require('node:path')

module.exports = {
  connection: {
    client: 'sqlite',
    connection: { filename: join(__dirname, '..', 'data', 'content.db') },
    useNullAsDefault: true,
  },
}
`
