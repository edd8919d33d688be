/** A password from standard input, an option, the environment or a prompt; otherwise a generated one. */

import { generatePassword } from '../people/password.ts'
import type { Arguments } from './arguments.ts'
import type { Context } from './context.ts'
import { UsageError } from './usage-error.ts'

export interface ChosenPassword {
  readonly password: string
  readonly isMadeUp: boolean
}

export async function choosePassword(context: Context, more: Arguments): Promise<ChosenPassword> {
  const given = more.flag('password-stdin') ? await fromInput(context) : (more.text('password') ?? (await ask(context)))
  return { password: given ?? generatePassword(), isMadeUp: given === null }
}

/** The first line, without its line break. */
async function fromInput(context: Context): Promise<string> {
  const [line = ''] = (await context.readInput()).split(/\r?\n/)
  if (line !== '') return line
  throw new UsageError('--password-stdin: there is no password on standard input.')
}

/** Null if the password is to be generated. */
async function ask(context: Context): Promise<string | null> {
  const typed = await context.askSecret('Password (leave empty to generate one): ')
  if (typed === null || typed === '') return null
  const again = await context.askSecret('Repeat the password: ')
  if (again !== typed) throw new UsageError('The passwords differ; nothing was changed.')
  return typed
}
