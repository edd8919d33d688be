import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import type { Syntax } from '../../sql/sql.ts'
import { manyRows } from './many-rows.ts'

export const postgresSyntax: Syntax = { ...COMMON_SYNTAX, placeholder: (position) => `$${position}`, manyRows }
