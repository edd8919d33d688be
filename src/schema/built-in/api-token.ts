/** Types with tables, but not in the schema: no relation references them, and no route shows them. */

import { builtIn } from './built-in.ts'

const TOKEN_UID = 'admin::api-token'
const PERMISSION_UID = 'admin::api-token-permission'

export const apiToken = builtIn(TOKEN_UID, {
  collectionName: 'strapi_api_tokens',
  info: { singularName: 'api-token', pluralName: 'api-tokens', displayName: 'Api Token' },
  attributes: {
    name: { type: 'string' },
    description: { type: 'string' },
    kind: { type: 'string' },
    type: { type: 'string' },
    accessKey: { type: 'string' },
    encryptedKey: { type: 'text' },
    permissions: { type: 'relation', relation: 'oneToMany', target: PERMISSION_UID, mappedBy: 'token' },
    lastUsedAt: { type: 'datetime' },
    expiresAt: { type: 'datetime' },
    lifespan: { type: 'biginteger' },
  },
})

export const apiTokenPermission = builtIn(PERMISSION_UID, {
  collectionName: 'strapi_api_token_permissions',
  info: {
    singularName: 'api-token-permission',
    pluralName: 'api-token-permissions',
    displayName: 'API Token Permission',
  },
  attributes: {
    action: { type: 'string' },
    token: { type: 'relation', relation: 'manyToOne', target: TOKEN_UID, inversedBy: 'permissions' },
  },
})
