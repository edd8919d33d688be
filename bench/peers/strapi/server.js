// Runs in place, beside the packages it needs: node server.js --project FOLDER --port NUMBER
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { project: { type: 'string' }, port: { type: 'string' } } })

process.env.PORT = values.port
process.chdir(values.project)

// Strapi cannot be imported as an ES module.
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi')
const strapi = await createStrapi({ appDir: values.project, distDir: values.project }).start()

process.once('SIGTERM', async () => {
  await strapi.destroy()
  process.exit(0)
})
