const { join } = require('node:path')

module.exports = {
  connection: {
    client: 'sqlite',
    connection: { filename: join(__dirname, '..', '.tmp', 'data.db') },
    useNullAsDefault: true,
  },
}
