/** The command line as a function: arguments in, exit code out. */

import { argumentsOf } from './arguments.ts'
import { readCommandLine } from './command-line.ts'
import { COMMANDS, type Command } from './commands.ts'
import type { Context } from './context.ts'
import { commandHelp, generalHelp } from './help.ts'
import { misspeltVariables } from './misspelt-variables.ts'
import { readOptions } from './options.ts'
import { reportFailure } from './report.ts'
import { styleFor } from './style.ts'

export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(args, context)
  } catch (error) {
    reportFailure(error, context)
    return 1
  }
}

async function dispatch(args: readonly string[], context: Context): Promise<number> {
  const line = readCommandLine(args)
  const style = styleFor(context.colour.out)
  switch (line.kind) {
    case 'version':
      context.out(context.version)
      return 0
    case 'help':
      context.out(line.command === null ? generalHelp(style) : commandHelp(line.command, style))
      return 0
    case 'run': {
      const notices = context.worker === null ? misspeltVariables(context.env) : []
      for (const notice of notices) context.err(notice)
      const command: Command = COMMANDS[line.command]
      const more = argumentsOf(line.words, line.options, context.env)
      return command.run(readOptions(line.options, context.env), context, more)
    }
  }
}
