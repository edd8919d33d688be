/** A Dockerfile, read as data: as much of the language as the one of this repository uses. */

interface Instruction {
  readonly name: string
  readonly text: string
}

export interface Stage {
  readonly base: string
  readonly instructions: readonly Instruction[]
}

export interface Copy {
  /** The stage that it copies from; null: the repository. */
  readonly from: string | null
  readonly sources: readonly string[]
  readonly target: string
}

export function stagesOf(dockerfile: string): readonly Stage[] {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const instructions = [...lines.matchAll(/^([A-Z]+)\s+(.*)$/gm)].map(([, name = '', text = '']) => ({ name, text }))
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  return starts.map((start, index) => ({
    base: instructions[start]?.text ?? '',
    instructions: instructions.slice(start + 1, starts[index + 1]),
  }))
}

/** The text of all instructions with this name. */
export function textsOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text)
}

export function copiesOf(stage: Stage): readonly Copy[] {
  return textsOf(stage, 'COPY').map((text) => {
    const words = text.split(/\s+/)
    const flag = words.find((word) => word.startsWith('--from='))
    const paths = words.filter((word) => !word.startsWith('--'))
    return { from: flag?.slice('--from='.length) ?? null, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
  })
}

/** The list of words of `CMD`, `ENTRYPOINT` or the command of a `HEALTHCHECK`, which has to be JSON. */
export function commandOf(stage: Stage, name: string): readonly string[] {
  const text = textsOf(stage, name).at(-1) ?? ''
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[]
}

export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const words = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/))
  return Object.fromEntries(words.map((word) => word.split(/=(.*)/).slice(0, 2)))
}
