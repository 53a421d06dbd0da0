/** `./script/release`: makes the tarballs of the public packages. With `--check` it only says what speaks against a release. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findReasonsAgainst } from './checks.ts'
import { packAll } from './pack.ts'

const root = resolve(import.meta.dirname, '../..')
const options = {
  check: { type: 'boolean', default: false },
  draft: { type: 'boolean', default: false },
  to: { type: 'string', default: join(root, 'release') },
  try: { type: 'boolean', default: false },
} as const

process.exitCode = run()

function run(): number {
  try {
    const { values } = parseArgs({ options })
    const reasons = values.draft ? [] : findReasonsAgainst(root)
    if (reasons.length > 0)
      throw new Error(['There is no release:', ...reasons.map((reason) => `- ${reason}`)].join('\n'))
    if (values.check) return 0
    const to = resolve(values.to)
    console.log([`In ${to}:`, ...packAll(root, to)].join('\n'))
    return values.try ? tryThem(to) : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

/** Installs them as a stranger would, and runs the tests of the packages with that. */
function tryThem(packages: string): number {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, RIVULET_PACKAGES: packages }
  const arguments_ = [vitest, 'run', '--project', 'unit', 'script/packages/packages.test.ts']
  return spawnSync(process.execPath, arguments_, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
