import { LOCALE_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

export const locale = builtIn(LOCALE_UID, {
  collectionName: 'i18n_locale',
  info: { singularName: 'locale', pluralName: 'locales', displayName: 'Locale' },
  attributes: {
    name: { type: 'string' },
    code: { type: 'string' },
  },
})
