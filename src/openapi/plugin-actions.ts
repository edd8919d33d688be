/** Permissions of the paths that no content type has. */

export const LOCALES = 'plugin::i18n.locales.listLocales'
export const LOGIN = 'plugin::users-permissions.auth.callback'

const USER = 'plugin::users-permissions.user'
export const ME = `${USER}.me`
export const FIND_USERS = `${USER}.find`
export const FIND_USER = `${USER}.findOne`
export const COUNT_USERS = `${USER}.count`

const UPLOAD = 'plugin::upload.content-api'
export const FIND_FILES = `${UPLOAD}.find`
export const FIND_FILE = `${UPLOAD}.findOne`
export const FIND_FILES_PAGE = `${UPLOAD}.findPage`
export const UPLOAD_FILES = `${UPLOAD}.upload`
export const DELETE_FILE = `${UPLOAD}.destroy`

const BUILDER = 'plugin::content-type-builder'
export const CONTENT_TYPES = `${BUILDER}.content-types.getContentTypes`
export const CONTENT_TYPE = `${BUILDER}.content-types.getContentType`
export const COMPONENTS = `${BUILDER}.components.getComponents`
export const COMPONENT = `${BUILDER}.components.getComponent`
