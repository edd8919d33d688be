import { FILE_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

export const uploadFile = builtIn(FILE_UID, {
  collectionName: 'files',
  info: { singularName: 'file', pluralName: 'files', displayName: 'File' },
  optional: ['focalPoint'],
  attributes: {
    name: { type: 'string' },
    alternativeText: { type: 'text' },
    caption: { type: 'text' },
    focalPoint: { type: 'json' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    formats: { type: 'json' },
    hash: { type: 'string' },
    ext: { type: 'string' },
    mime: { type: 'string' },
    size: { type: 'decimal' },
    url: { type: 'text' },
    previewUrl: { type: 'text' },
    provider: { type: 'string' },
    provider_metadata: { type: 'json' },
    related: { type: 'relation', relation: 'morphToMany' },
    folder: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::upload.folder',
      inversedBy: 'files',
      private: true,
    },
    folderPath: { type: 'string', private: true, searchable: false },
  },
})
