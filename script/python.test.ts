import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'python')

interface Result {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  words: string
}

/** The first Python that has pytest: that of Debian's packages may be another than the first in the PATH. */
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import pytest, sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
)
// Vitest has to know the tests before the first of them runs.
const results = python === undefined ? [] : runPytest(python)

describe('python/', () => {
  test.skipIf(python !== undefined)('the tests of rivulet_testing need pytest (apt install python3-pytest)', () => {})

  for (const { name, outcome, words } of results)
    test.skipIf(outcome === 'skipped')(outcome === 'skipped' ? `${name}: ${words}` : name, () => {
      expect(outcome, words).toBe('passed')
    })

  test.runIf(python)('every file compiles', () => {
    const files = execFileSync('git', ['ls-files', 'python/*.py'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    const check =
      'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file, feature_version=(3, 9))'
    execFileSync(python ?? '', ['-c', check, ...files], { cwd: root })
    expect(files.length).toBeGreaterThan(10)
  })
})

/** Runs the tests of the package as it lies in the repository, with the command of the repository. */
function runPytest(command: string): Result[] {
  const directory = mkdtempSync(join(tmpdir(), 'rivulet-pytest-'))
  try {
    const report = join(directory, 'report.xml')
    const flags = ['-p', 'rivulet_testing.plugin', '-p', 'no:cacheprovider', '-q', `--junitxml=${report}`]
    const env = {
      ...process.env,
      PYTHONPATH: join(folder, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      RIVULET_COMMAND: join(root, 'packages/server/bin/rivulet'),
    }
    const run = spawnSync(command, ['-m', 'pytest', ...flags], { cwd: folder, env, encoding: 'utf8', timeout: 600_000 })
    const found = readReport(readFileSync(report, 'utf8'))
    if (run.status !== 0 && found.every(({ outcome }) => outcome !== 'failed'))
      found.push({ name: 'pytest', outcome: 'failed', words: run.stdout + run.stderr })
    return found
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The tests of a report in the format of JUnit. */
function readReport(xml: string): Result[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(([, head = '', body = '']) => {
    const name = textOf(/\bname="([^"]*)"/.exec(head)?.[1] ?? '')
    const kind = /<(failure|error|skipped)\b/.exec(body)?.[1]
    const outcome = kind === undefined ? 'passed' : kind === 'skipped' ? 'skipped' : 'failed'
    const words = outcome === 'skipped' ? (/message="([^"]*)"/.exec(body)?.[1] ?? '') : body.replace(/<[^>]*>/g, '')
    return { name: name.replaceAll('_', ' '), outcome, words: textOf(words) }
  })
}

function textOf(escaped: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" }
  return escaped.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/g, (whole, decimal: string, hex: string, word: string) =>
    word === undefined ? String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16)) : (named[word] ?? whole),
  )
}
