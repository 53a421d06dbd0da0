import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '#testing/servers/spawnServer'

const read = (...path: string[]) => readFileSync(join(repository, ...path), 'utf8')

/** The rows of the README's table of clients: the package, its version, the files that test it. */
const rows = [...read('README.md').matchAll(/^\| `([@\w/-]+)` +\| ([\d.]+) +\| (.+) \|$/gm)].map(
  ([, name = '', version = '', what = '']) => ({
    name,
    version,
    files: [...what.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file),
  }),
)

test('the README lists exactly the clients that the tests use', () => {
  const { devDependencies } = JSON.parse(read('compat', 'package.json')) as { devDependencies: Record<string, string> }
  const clients = Object.keys(devDependencies).filter((name) => /^@?slack/.test(name))
  expect(rows.map(({ name }) => name).toSorted()).toEqual(clients.toSorted())
})

test.each(rows)(
  'the installed $name has the listed version, and the listed tests import it',
  ({ name, version, files }) => {
    const installed = JSON.parse(read('node_modules', name, 'package.json')) as { version: string }
    expect(installed.version.startsWith(`${version}.`), `${name} is ${installed.version}`).toBe(true)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect(existsSync(join(repository, file)), file).toBe(true)
      expect(readWithHelpers(file), file).toContain(`from '${name}'`)
    }
  },
)

/** The text of a file and of the helpers that it imports. */
function readWithHelpers(file: string): string {
  const text = read(file)
  const helpers = [...text.matchAll(/from '#testing\/(\w+)'/g)].map(([, helper]) => `compat/src/testing/${helper}.ts`)
  return [text, ...helpers.map((helper) => read(helper))].join('\n')
}
