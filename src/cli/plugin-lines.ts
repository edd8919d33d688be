/** What `lectern check` prints about the plugins of a Strapi project. */

const TO_A_DEPTH = 'docs/beyond-strapi.md#populate-to-a-depth'

/** Plugins that change how content types are read, and alternatives to them. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['deep-populate', `populate=* is one level deep here. Name what to show, or use populate[**] (${TO_A_DEPTH}).`],
  ['populate-all', `populate=all is refused here. Name what to show, or use populate[**] (${TO_A_DEPTH}).`],
])

/**
 * Other plugins that populate, recognized by name. Most take a parameter of their own, which Lectern ignores like any
 * unknown one.
 */
const POPULATES = /populat/
const NAME_IT =
  'what it populates is not in responses here. Name it in populate, or once for each content type in populate in config/api.'

/** Only a plugin's code shows whether it has paths of its own. */
export function pluginLines(plugins: readonly string[]): readonly string[] {
  if (plugins.length === 0) return []
  const graphql = plugins.includes('graphql') ? ', and /graphql' : ''
  const notes = plugins.flatMap((name) => {
    const instead = INSTEAD.get(name) ?? (POPULATES.test(name) ? NAME_IT : undefined)
    return instead === undefined ? [] : [`  ${name}: ${instead}`]
  })
  return [
    `Plugins of the project: ${plugins.join(', ')}.`,
    `Leave to Strapi the paths that they have, below /api/<plugin>${graphql}.`,
    ...notes,
  ]
}
