import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { exportProject } from './export-project.ts'

it.each(['backups/', tmpdir()])('does not write to a folder: %s', async (archive) => {
  await expect(exportProject({ project: '.', archive })).rejects.toThrow('This is a folder; name a file in it')
})

it.each(['-', '/dev/null'])('does not write to a stream: %s', async (archive) => {
  await expect(exportProject({ project: '.', archive })).rejects.toThrow('This is not a file. Name one')
})
