import { cpus, loadavg, totalmem } from 'node:os'

export type Machine = {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly platform: string
  /** Processes waiting to run in the minute before the bench: near 0 on a machine that was left alone. */
  readonly loadBefore: number
}

const lastMinute = (): number => loadavg()[0] ?? 0

export const isBusy = (): boolean => lastMinute() > cpus().length / 4

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  loadBefore: Number(lastMinute().toFixed(2)),
})
