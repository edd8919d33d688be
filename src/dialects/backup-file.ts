import type { DatabaseSettings } from '../config/settings.ts'
import { backupSqlite } from './sqlite/backup.ts'

export type BackupFile = (copy: string, onProgress: (done: number, total: number) => void) => Promise<void>

/** Copies the file that the database is; null for one that is a server. */
export function backupFile({ client, connection }: DatabaseSettings): BackupFile | null {
  const file = typeof connection === 'string' ? connection : connection.filename
  if (client !== 'sqlite' || typeof file !== 'string') return null
  return (copy, onProgress) => backupSqlite(file, copy, onProgress)
}
