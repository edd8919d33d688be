import { readdirSync, readFileSync } from 'node:fs'

/** Of a clock tick, on every Linux that Node runs on. */
const millisecondsPerTick = 10

type Process = { readonly parent: number; readonly ticks: number }

const processOf = (id: number): Process | null => {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name of the program comes first, in parentheses, and may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Milliseconds of processor time that a process and those it has started have taken: what others do meanwhile does not matter. */
export const processorTime = (id: number): number => {
  const own = processOf(id)
  if (own === null) throw new Error('Processor time is read from /proc, which only Linux has.')
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
  const started = all.filter((one) => one !== null).filter(({ parent }) => parent === id)
  return [own, ...started].reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
}
