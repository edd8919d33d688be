/** The unit of docs/deploy.md is one that systemd takes. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { packageVersion } from '../../src/config/version.ts'
import { readPage, root } from '../docs/example-site.ts'
import { shownFile } from './page.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const NAME = hasSystemd ? 'the unit' : 'the unit (skipped in part: there is no systemd)'

let folder: string | undefined
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

/** The output of systemd about the unit, with the paths of this machine. */
function complaints(unit: string): string {
  folder = mkdtempSync(join(tmpdir(), 'lectern-unit-'))
  const here = unit.replace('/usr/bin/node', process.execPath).replaceAll('=lectern\n', '=root\n')
  writeFileSync(join(folder, 'lectern@.service'), here)
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'lectern@.service')], {
    encoding: 'utf8',
  })
  return stderr
    .split('\n')
    .filter((line) => line.includes('lectern@'))
    .join('\n')
}

describe(NAME, () => {
  it.skipIf(!hasSystemd)('has no key or value that systemd does not know', () => {
    expect(complaints(shownFile('systemd'))).toBe('')
    expect(complaints(shownFile('systemd').replace('KillMode=mixed', 'KillMode=kindly'))).toContain('kindly')
  })

  it('starts a file that the package has, with options that there are', () => {
    const [, file = '', options = ''] = /node_modules\/lectern\/(\S+) serve (.*)/.exec(shownFile('systemd')) ?? []
    const { status, stdout } = spawnSync(process.execPath, [root(file), 'serve', '--help'], { encoding: 'utf8' })
    expect(status).toBe(0)
    for (const option of options.match(/--\w+/g) ?? ['none']) expect(stdout).toContain(option)
  })

  it('is installed from the archive that npm pack makes', () => {
    expect(readPage('docs/deploy.md')).toContain(`lectern-${packageVersion()}.tgz`)
  })
})
