import { readdirSync, readFileSync } from 'node:fs'

/** The length of a clock tick, on every Linux that Node runs on. */
const millisecondsPerTick = 10

type Process = { readonly id: number; readonly name: string; readonly parent: number; readonly ticks: number }

const processOf = (id: number): Process | null => {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name of the program comes first, in parentheses, and may contain spaces.
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    const name = text.slice(text.indexOf('(') + 1, end)
    return { id, name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

const allProcesses = (): readonly Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])

const withDescendants = (id: number, all: readonly Process[]): readonly Process[] =>
  all.filter((one) => one.id === id).concat(startedBy(id, all))

const startedBy = (id: number, all: readonly Process[]): readonly Process[] =>
  all.filter(({ parent }) => parent === id).flatMap((one) => [one, ...startedBy(one.id, all)])

/** Milliseconds of processor time of a process and its children, which does not depend on other load. */
export const processorTime = (id: number): number => {
  const found = withDescendants(id, allProcesses())
  if (found.length === 0) throw new Error('Processor time is read from /proc, which only Linux has.')
  return found.reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
}

/** The same of the database server that this process has started; 0 where it has started none. */
export const databaseTime = (): number =>
  startedBy(process.pid, allProcesses())
    .filter(({ name }) => name === 'postgres')
    .reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
