/** The settings of strapi-v5-plugin-populate-deep. Its parameters work in projects that have it installed. */

import type { SettingReader } from './setting-readers.ts'
import type { DepthPlugin } from './settings.ts'

export const DEPTH_PLUGIN = 'strapi-v5-plugin-populate-deep'

/** The plugin works only below this prefix. */
const ITS_PREFIX = '/api'

/** Null if the project does not have the plugin. */
export function readDepthPlugin(read: SettingReader, plugins: readonly string[], prefix: string): DepthPlugin | null {
  if (!plugins.includes(DEPTH_PLUGIN) || prefix !== ITS_PREFIX) return null
  return {
    defaultLevels: read.positiveInteger('plugins', `${DEPTH_PLUGIN}.config.defaultDepth`, 5),
    skipsCreators: read.boolean('plugins', `${DEPTH_PLUGIN}.config.skipCreatorFields`, true),
  }
}
