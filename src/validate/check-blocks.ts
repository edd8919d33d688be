/** The nodes of a rich text: each of a known type, with the children that such a node may have. */

import { isRecord } from '../config/project-config.ts'
import { type FieldPath, type ReportField, wrongType } from './field-error.ts'

type Node = Readonly<Record<string, unknown>>
type CheckNode = (node: Node, place: FieldPath, report: ReportField) => void

export function checkBlocks(nodes: readonly unknown[], place: FieldPath, report: ReportField): void {
  checkList(nodes, BLOCKS, place, report)
}

/** Nodes that may stand somewhere, by type. */
interface Known {
  readonly checks: Readonly<Record<string, CheckNode>>
  readonly expected: string
}

/** Each expectation is written only once, since a body may have half a million nodes of another type. */
function knownBy(checks: Known['checks']): Known {
  return { checks, expected: `must be one of the following values: ${Object.keys(checks).join(', ')}` }
}

const TEXT = knownBy({
  text: ({ text }, place, report) => {
    if (typeof text !== 'string') report([...place, 'text'], wrongType('string', text ?? null), text)
  },
})

const INLINE = knownBy({
  ...TEXT.checks,
  link: (node, place, report) => {
    if (!isSafeLink(node.url)) report([...place, 'url'], 'must be a valid link', node.url)
    checkChildren(node, { known: TEXT, least: 0 }, place, report)
  },
})

const ITEMS = knownBy({
  'list-item': (node, place, report) => checkChildren(node, { known: INLINE, least: 0 }, place, report),
  list: checkListNode,
})

const BLOCKS = knownBy({
  paragraph: (node, place, report) => checkChildren(node, { known: INLINE, least: 1 }, place, report),
  quote: (node, place, report) => checkChildren(node, { known: INLINE, least: 1 }, place, report),
  code: (node, place, report) => checkChildren(node, { known: TEXT, least: 1 }, place, report),
  heading: (node, place, report) => {
    checkChoice(node, { key: 'level', known: [1, 2, 3, 4, 5, 6] }, place, report)
    checkChildren(node, { known: INLINE, least: 1 }, place, report)
  },
  list: checkListNode,
  image: (node, place, report) => {
    const url = isRecord(node.image) ? node.image.url : undefined
    if (typeof url !== 'string' || url === '') report([...place, 'image', 'url'], 'is a required field', url)
    checkChildren(node, { known: INLINE, least: 0 }, place, report)
  },
})

function checkListNode(node: Node, place: FieldPath, report: ReportField): void {
  checkChoice(node, { key: 'format', known: ['ordered', 'unordered'] }, place, report)
  checkChildren(node, { known: ITEMS, least: 1 }, place, report)
}

interface Choice {
  readonly key: string
  readonly known: readonly unknown[]
}

function checkChoice(node: Node, { key, known }: Choice, place: FieldPath, report: ReportField): void {
  if (known.includes(node[key])) return
  report([...place, key], `must be one of the following values: ${known.join(', ')}`, node[key])
}

interface Children {
  readonly known: Known
  /** How many there must be. */
  readonly least: number
}

function checkChildren({ children }: Node, { known, least }: Children, place: FieldPath, report: ReportField): void {
  const here = [...place, 'children']
  if (!Array.isArray(children)) report(here, 'is a required field', children)
  else if (children.length < least) report(here, `field must have at least ${least} items`, children)
  else checkList(children, known, here, report)
}

function checkList(
  nodes: readonly unknown[],
  { checks, expected }: Known,
  place: FieldPath,
  report: ReportField,
): void {
  for (const [index, node] of nodes.entries()) {
    const type = isRecord(node) && typeof node.type === 'string' ? node.type : ''
    const check = Object.hasOwn(checks, type) ? checks[type] : undefined
    if (check === undefined || !isRecord(node)) report([...place, index, 'type'], expected, type)
    else check(node, [...place, index], report)
  }
}

const UNSAFE = ['javascript:', 'vbscript:', 'data:']

/** Characters at the beginning of a link: its scheme and its host are there, and nothing else can make it invalid. */
const DECISIVE = 500

/** Without these a host is as valid. A parser puts those of a host into an order, in a time that grows with the square of their number. */
const MARKS = /\p{M}+/gu

/** A link is followed by readers: none may run a script. */
function isSafeLink(url: unknown): boolean {
  if (typeof url !== 'string') return false
  const whole = url.startsWith('/') ? `https://example.org${url}` : url
  const beginning = whole.slice(0, DECISIVE).replace(MARKS, '')
  return URL.canParse(beginning) && !UNSAFE.includes(new URL(beginning).protocol)
}
