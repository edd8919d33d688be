import { FILE_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

const UID = 'plugin::upload.folder'

export const uploadFolder = builtIn(UID, {
  collectionName: 'upload_folders',
  info: { singularName: 'folder', pluralName: 'folders', displayName: 'Folder' },
  attributes: {
    name: { type: 'string' },
    pathId: { type: 'integer' },
    parent: { type: 'relation', relation: 'manyToOne', target: UID, inversedBy: 'children' },
    children: { type: 'relation', relation: 'oneToMany', target: UID, mappedBy: 'parent' },
    files: { type: 'relation', relation: 'oneToMany', target: FILE_UID, mappedBy: 'folder' },
    path: { type: 'string' },
  },
})
