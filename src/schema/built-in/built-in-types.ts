import type { ModelSource } from '../parse-model.ts'
import { adminUser } from './admin-user.ts'
import { locale } from './locale.ts'
import { permission } from './permission.ts'
import { role } from './role.ts'
import { uploadFile } from './upload-file.ts'
import { uploadFolder } from './upload-folder.ts'
import { user } from './user.ts'

export const BUILT_IN_TYPES: readonly ModelSource[] = [
  uploadFile,
  uploadFolder,
  user,
  role,
  permission,
  locale,
  adminUser,
]
