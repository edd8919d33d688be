import { readFileSync } from 'node:fs'

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Memory of a process and its children in bytes, without file pages; 0 if unknown. */
export const memoryOfTree = (pid: number): number => {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const kilobytes = Number(/^RssAnon:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  return kilobytes * 1024 + children.reduce((sum, child) => sum + memoryOfTree(child), 0)
}
