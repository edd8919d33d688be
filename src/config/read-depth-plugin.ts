/** The settings of strapi-v5-plugin-populate-deep, whose parameters are answered in projects that have it. */

import type { SettingReader } from './setting-readers.ts'
import type { DepthPlugin } from './settings.ts'

export const DEPTH_PLUGIN = 'strapi-v5-plugin-populate-deep'

/** Below another prefix than this one the plugin does nothing. */
const ITS_PREFIX = '/api'

/** Null where the project does not have it. */
export function readDepthPlugin(read: SettingReader, plugins: readonly string[], prefix: string): DepthPlugin | null {
  if (!plugins.includes(DEPTH_PLUGIN) || prefix !== ITS_PREFIX) return null
  return {
    defaultLevels: read.positiveInteger('plugins', `${DEPTH_PLUGIN}.config.defaultDepth`, 5),
    skipsCreators: read.boolean('plugins', `${DEPTH_PLUGIN}.config.skipCreatorFields`, true),
  }
}
