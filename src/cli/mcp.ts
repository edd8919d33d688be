/** `lectern mcp`. */

import type { Context, OpenOptions } from './context.ts'

export async function mcp(options: OpenOptions, context: Context): Promise<number> {
  const agent = await context.openAgent(options, context.env.LECTERN_MCP_TOKEN || null)
  try {
    for await (const line of context.inputLines()) {
      const answer = line.trim() === '' ? null : await agent.answer(line)
      if (answer !== null) context.out(answer)
    }
  } finally {
    await agent.close()
  }
  return 0
}
