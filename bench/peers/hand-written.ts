import { fromRoot } from '../project-root.ts'
import { type Server, startServer } from './start-server.ts'

const program = fromRoot('bench', 'dist', 'bench', 'peers', 'hand-written', 'server.js')

export const startHandWritten = (database: string, scale: number, keptTotals: boolean): Promise<Server> =>
  startServer('hand-written', [
    ...[program, '--database', database, '--scale', String(scale)],
    ...(keptTotals ? ['--kept-totals'] : []),
  ])
