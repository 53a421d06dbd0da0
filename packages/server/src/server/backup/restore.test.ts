import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '#server/openStore'
import { nobody } from '#testing/asNobody'
import { createTempDirectory } from '#testing/server/command'
import { backUp } from './backUp.ts'
import { restore } from './restore.ts'

function createPlace() {
  const directory = createTempDirectory()
  const config = { data: join(directory, 'data'), store: undefined, key: undefined }
  const open = async () => (await openStore(config, false)).store.close()
  return { config, copy: join(directory, 'copy'), data: (name: string) => join(config.data, name), open }
}

test('[KEY-7] a restore that stopped halfway is told at the next start, which begins no new database', async () => {
  const { config, copy, data, open } = createPlace()
  await open()
  await backUp(config, copy, '1.0.0')

  // What was there is moved aside, and the copy is not in its place yet.
  for (const name of ['restored', 'replaced-before']) mkdirSync(data(name))
  renameSync(data('rivulet.db'), data('replaced-before/rivulet.db'))
  await expect(open()).rejects.toThrow(/stopped halfway. Run it again: rivulet restore BACKUP --replace/)
  // A first restore, which an empty database was made for.
  renameSync(data('restored'), data('restoring'))
  await expect(open()).rejects.toThrow('stopped halfway')
  expect(existsSync(data('rivulet.db'))).toBe(false)

  await restore(config, copy, { replace: true })
  await open()
  // One that was stopped while it copied has changed nothing.
  mkdirSync(data('restoring'))
  await open()
})

test.skipIf(process.getuid?.() !== 0)('[KEY-8] what root restores belongs to the owner of the directory', async () => {
  const { config, copy, open } = createPlace()
  await open()
  await backUp(config, copy, '1.0.0')
  for (const path of ['.', ...readdirSync(config.data)]) chownSync(join(config.data, path), nobody, nobody)

  const { movedTo = '' } = await restore(config, copy, { replace: true })

  expect(existsSync(movedTo)).toBe(true)
  const paths = readdirSync(config.data, { recursive: true, encoding: 'utf8' })
  expect(paths.filter((path) => statSync(join(config.data, path)).uid !== nobody)).toEqual([])
})

test.each([
  'null',
  '[]',
  '{"format":1}',
  '{"format":1,"database":"sqlite","migrations":[],"keys":[],"rows":{},"parts":[]}',
])('[KEY-7] a backup whose manifest is %s is damaged', async (text) => {
  const { config, copy } = createPlace()
  mkdirSync(copy)
  writeFileSync(join(copy, 'manifest.json'), text)
  await expect(restore(config, copy, { replace: false })).rejects.toThrow('is damaged: manifest.json is not one')
  expect(existsSync(config.data)).toBe(false)
})
