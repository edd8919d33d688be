import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import type { Populate, Selection } from './query.ts'

/** Checks the limits of populate: depth, number, and nesting of lists. */
export function measurePopulate(selection: Selection, limits: Limits): Selection {
  const size = measure(selection)
  if (size.depth > limits.populateDepth) throw limitExceeded('populateDepth', limits.populateDepth)
  if (size.lists > limits.populateListDepth) throw limitExceeded('populateListDepth', limits.populateListDepth)
  if (size.nodes > limits.populateNodes) throw limitExceeded('populateNodes', limits.populateNodes)
  return selection
}

/** Called for every attribute of an expansion, with its depth: one that is too large ends early. */
export function countPopulated(limits: Limits): (depth: number) => void {
  let nodes = 0
  return (depth) => {
    nodes += 1
    if (nodes > limits.populateNodes) throw limitExceeded('populateNodes', limits.populateNodes)
    if (depth > limits.populateDepth) throw limitExceeded('populateDepth', limits.populateDepth)
  }
}

/** How many attributes are populated. */
export function populatedIn(selection: Selection): number {
  return measure(selection).nodes
}

interface Size {
  readonly nodes: number
  readonly depth: number
  /** Nested lists on the deepest path. */
  readonly lists: number
}

const NOTHING: Size = { nodes: 0, depth: 0, lists: 0 }

function measure(selection: Selection): Size {
  return selection.populate.map(measureOne).reduce(larger, NOTHING)
}

function measureOne(populate: Populate): Size {
  const selections = populate.kind === 'link' ? [populate.selection] : populate.arms.map((arm) => arm.selection)
  const below = selections.map(measure).reduce(larger, NOTHING)
  return {
    nodes: 1 + below.nodes,
    depth: 1 + below.depth,
    lists: (multiplies(populate) ? 1 : 0) + below.lists,
  }
}

/** The limit of a page that is too small to count as a list. */
const SMALL_PAGE = 10

function multiplies({ attribute, page }: Populate): boolean {
  return attribute.toMany && (page === null || page.limit > SMALL_PAGE)
}

function larger(a: Size, b: Size): Size {
  return { nodes: a.nodes + b.nodes, depth: Math.max(a.depth, b.depth), lists: Math.max(a.lists, b.lists) }
}
