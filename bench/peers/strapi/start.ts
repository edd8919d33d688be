import { join } from 'node:path'
import { type Server, startServer } from '../start-server.ts'
import { strapiFolder } from './install.ts'

export const startStrapi = (name: string, project: string, database: string): Promise<Server> =>
  startServer(name, [join(strapiFolder, 'server.js'), '--project', project], {
    cwd: project,
    env: { BENCH_DATABASE: database, STRAPI_TELEMETRY_DISABLED: 'true', STRAPI_LOG_LEVEL: 'error' },
  })
