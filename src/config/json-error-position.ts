/**
 * The position of a JSON syntax error. JSON.parse has it only in some of its messages, and differently in each version
 * of the engine.
 */
export function jsonErrorPosition(text: string): number {
  const scan: Scan = { text, position: 0 }
  if (skipValue(scan)) skip(scan, SPACE)
  return scan.position
}

interface Scan {
  readonly text: string
  /** Moves only past correct parts. */
  position: number
}

const SPACE = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function skip(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.position
  if (!pattern.test(scan.text)) return false
  scan.position = pattern.lastIndex
  return true
}

function skipText(scan: Scan, text: string): boolean {
  skip(scan, SPACE)
  if (!scan.text.startsWith(text, scan.position)) return false
  scan.position += text.length
  return true
}

function skipValue(scan: Scan): boolean {
  if (skipText(scan, '{')) return skipItems(scan, '}', skipMember)
  if (skipText(scan, '[')) return skipItems(scan, ']', skipValue)
  return skip(scan, STRING) || skip(scan, SCALAR)
}

function skipMember(scan: Scan): boolean {
  skip(scan, SPACE)
  return skip(scan, STRING) && skipText(scan, ':') && skipValue(scan)
}

function skipItems(scan: Scan, end: string, skipItem: (scan: Scan) => boolean): boolean {
  if (skipText(scan, end)) return true
  do {
    if (!skipItem(scan)) return false
  } while (skipText(scan, ','))
  return skipText(scan, end)
}
