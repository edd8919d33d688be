/** `npm start`: makes the database of the example the first time, then serves it. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const EXAMPLE = dirname(fileURLToPath(import.meta.url))
const MAIN = join(EXAMPLE, '..', 'dist', 'cli', 'main.js')
const CONTENT = join(EXAMPLE, 'content')
const DATABASE = join(EXAMPLE, '.tmp', 'data.db')
/** Written last: a database without it is one that somebody interrupted, and nobody has seen. */
const COMPLETE = join(EXAMPLE, '.tmp', 'complete')
const PLACE = ['--project', EXAMPLE, '--database', DATABASE]

const shown = (path) => relative(process.cwd(), path) || path

if (!existsSync(MAIN)) {
  console.error('Lectern is not built yet; run npm ci first.')
  process.exit(1)
}
if (!existsSync(DATABASE) || !existsSync(COMPLETE)) await makeDatabase()
// In this process, so that Ctrl+C and SIGTERM reach the server itself.
process.argv = [process.execPath, MAIN, 'serve', ...PLACE, ...process.argv.slice(2)]
await import(pathToFileURL(MAIN).href)

async function makeDatabase() {
  mkdirSync(dirname(DATABASE), { recursive: true })
  const code = await lectern('import', shown(CONTENT), ...PLACE, '--replace')
  if (code !== 0) {
    console.error(`The example could not be loaded. Delete ${shown(dirname(DATABASE))} and try again.`)
    process.exit(code ?? 1)
  }
  writeFileSync(COMPLETE, '')
  console.log(`Made ${shown(DATABASE)}: ${summary()}.\n`)
}

/** Shows how far it is, on standard error, and not the long list at the end. */
function lectern(...args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

function summary() {
  const lines = readFileSync(join(CONTENT, 'entities', 'entities_00001.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const records = lines.map((line) => JSON.parse(line))
  const count = (type) =>
    new Set(records.filter((record) => record.type === type).map(({ data }) => data.documentId)).size
  const counted = ['article', 'author', 'category', 'tag', 'review'].map((name) => [
    count(`api::${name}.${name}`),
    name,
  ])
  return [...counted, [count('plugin::upload.file'), 'image']]
    .map(([number, name]) => `${number} ${name === 'category' ? 'categories' : `${name}s`}`)
    .join(', ')
}
