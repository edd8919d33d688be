/**
 * Writes the content of the example as an unpacked export archive: `node example/make/make.js [FOLDER]`, without a
 * folder into example/content. The same bytes each time; the pictures themselves are drawn by draw.js.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BEGINNING, documents } from './documents.js'
import { assetNotes, fileRecords } from './files.js'
import { schemaRecords } from './models.js'
import { CONTENT } from './places.js'
import { rowsOf } from './rows.js'
import { configurationRecords, permissionLinks, settingRecords } from './settings.js'

const [folder = CONTENT] = process.argv.slice(2)
const { entities, links } = rowsOf(documents())

writeLines('schemas', schemaRecords())
writeLines('entities', [...fileRecords(), ...settingRecords(), ...entities])
writeLines('links', [...permissionLinks(), ...links])
writeLines('configuration', configurationRecords())
rmSync(join(folder, 'assets', 'metadata'), { recursive: true, force: true })
for (const [name, note] of assetNotes()) write(`assets/metadata/${name}.json`, JSON.stringify(note))
write('metadata.json', JSON.stringify({ createdAt: BEGINNING, strapi: { version: '5.54.0' } }, null, 2))
console.log(`Wrote ${entities.length} entries and ${links.length} links to ${folder}.`)

function writeLines(stage, records) {
  write(`${stage}/${stage}_00001.jsonl`, records.map((record) => JSON.stringify(record)).join('\n'))
}

function write(path, text) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
}
