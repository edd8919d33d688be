/** What `lectern check` prints about the plugins of a Strapi project. */

const TO_A_DEPTH = 'docs/beyond-strapi.md#populate-to-a-depth'
const SHOWN = 'is shown here, to callers who may find the type'

/** Plugins that change how content types are read, and what to do about it. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ['deep-populate', `populate=* is one level deep here. Name what to show, or use populate[**] (${TO_A_DEPTH}).`],
  ['populate-all', `populate=all is refused here. Name what to show, or use populate[**] (${TO_A_DEPTH}).`],
  ['protected-populate', `what it withholds ${SHOWN}. Make those attributes private, or leave their types to Strapi.`],
])

/** Other plugins, recognized by name. */
const NOTES_BY_PATTERN: readonly (readonly [pattern: RegExp, note: string])[] = [
  [/soft-?delete/, `what it has deleted ${SHOWN}. Leave such types to Strapi.`],
  // Most take a parameter of their own, which Lectern ignores like any unknown one.
  [
    /populat/,
    'what it populates is not in responses here. Name it in populate, or once for each content type in populate in config/api.',
  ],
]

/** Only a plugin's code shows whether it has paths of its own. */
export function pluginLines(plugins: readonly string[]): readonly string[] {
  if (plugins.length === 0) return []
  const graphql = plugins.includes('graphql') ? ', and /graphql' : ''
  const notes = plugins.flatMap((name) => {
    const note = noteOn(name)
    return note === undefined ? [] : [`  ${name}: ${note}`]
  })
  return [
    `Plugins of the project: ${plugins.join(', ')}.`,
    `Leave to Strapi the paths that they have, below /api/<plugin>${graphql}.`,
    ...notes,
  ]
}

function noteOn(plugin: string): string | undefined {
  return NOTES.get(plugin) ?? NOTES_BY_PATTERN.find(([pattern]) => pattern.test(plugin))?.[1]
}
