import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import type { Syntax } from '../../sql/sql.ts'

export const postgresSyntax: Syntax = { ...COMMON_SYNTAX, placeholder: (position) => `$${position}` }
