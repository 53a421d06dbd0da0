import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const isInstalled = existsSync('/usr/lib/postgresql') || spawnSync('sh', ['-c', 'command -v initdb']).status === 0

test.skipIf(!isInstalled)('PostgreSQL starts in a directory whose name has a space and a quotation mark', () => {
  const directory = mkdtempSync(join(tmpdir(), "rivulet it's "))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const script = '. script/postgres; start_postgres "$1/postgres" >&2 </dev/null; echo "$?"; stop_postgres'
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', directory], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(stdout).toBe('0\n')
})
