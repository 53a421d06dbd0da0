import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packAll } from './pack.ts'
import { type Consumer, createConsumer, packages } from './testing/consumer.ts'

const root = resolve(import.meta.dirname, '../..')
/** Set by `./script/release --try`: the folder of tarballs that are installed from npm's registry. */
const { RIVULET_PACKAGES: given } = process.env

const work = mkdtempSync(join(tmpdir(), 'rivulet-packages-'))
const tarballs = given ?? work
let consumer: Consumer

beforeAll(() => {
  if (given === undefined) packAll(root, work)
  consumer = createConsumer(tarballs, given !== undefined)
}, 600_000)
afterAll(() => {
  consumer?.remove()
  rmSync(work, { recursive: true, force: true })
})

/** The first block of code in a README, as it is in the tarball. */
function firstSnippet(name: string): string {
  const [, code = ''] =
    /^```\w+\n([^]*?)^```/m.exec(readFileSync(join(consumer.modules, name, 'README.md'), 'utf8')) ?? []
  return code
}

describe.each(packages)('the tarball of $name', ({ name, file }) => {
  test('holds built files with licenses, and nothing of the repository', () => {
    const folder = join(consumer.modules, name)
    const files = globSync('**', { cwd: folder, exclude: (path) => path.includes('node_modules') })
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter((path) => /(?<!\.d)\.tsx?$|\.test\.|\.map$/.test(path))).toEqual([])
    const manifest = consumer.manifestOf(name)
    expect(manifest).toMatchObject({ license: 'Apache-2.0', publishConfig: { access: 'public', provenance: true } })
    for (const key of ['devDependencies', 'scripts', 'private', 'workspaces']) expect(manifest).not.toHaveProperty(key)
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((\.[^)]*)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([])
  })

  test('has the checksum that SHA256SUMS says', () => {
    const tarball = `${file}-${consumer.manifestOf(name).version}.tgz`
    const sum = createHash('sha256')
      .update(readFileSync(join(tarballs, tarball)))
      .digest('hex')
    expect(readFileSync(join(tarballs, 'SHA256SUMS'), 'utf8').split('\n')).toContain(`${sum}  ${tarball}`)
  })
})

describe('rivulet', () => {
  test('holds the licenses of what is built into the server, the web client and the inspector', () => {
    const read = (path: string) => readFileSync(join(consumer.modules, 'rivulet', path), 'utf8')
    expect(read('licenses.md')).toContain('\n## fastify - ')
    expect(read('client/licenses.md')).toMatch(
      /\n## @fontsource-variable\/inter - .* \(OFL-1\.1\)[^]*\n## react-dom - /,
    )
    expect(read('client/inspect/licenses.md')).toContain('\n## react-dom - ')
  })

  test('serves the API and the web client with the first line of its README', async () => {
    const [program = '', ...args] = firstSnippet('rivulet').trim().split(' ')
    const server = await consumer.start(/Ctrl/, { RIVULET_PORT: '0', RIVULET_DATA: ':memory:' }, program, ...args)
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.out) ?? []
    expect(await (await fetch(`${url}/api/api.test`)).json()).toMatchObject({ ok: true })
    expect(await (await fetch(url)).text()).toContain('<script')
    expect(await (await fetch(`${url}/openapi.json`)).json()).toHaveProperty('openapi')
    expect(server.out).not.toContain('Warning')
    await server.interrupt()
    await expect(fetch(url)).rejects.toThrow()
  })

  test('keeps a database in a file, served for a team', async () => {
    const env = { RIVULET_PORT: '0', RIVULET_DATA: join(consumer.at, 'data') }
    const server = await consumer.start(/"ready":true/, env, join(consumer.modules, '.bin/rivulet'), 'serve', '--json')
    expect(server.out).not.toContain('Warning')
    expect(await server.interrupt()).toBe(0)
    expect(existsSync(join(consumer.at, 'data'))).toBe(true)
  })

  test.each([
    ['an older Node is told so in one sentence by the command', ['node_modules/.bin/rivulet', 'dev']],
    [
      'an older Node is told so in one sentence by the testing kit',
      ['-e', "import('@rivulet/testing').catch((e) => { console.error('rivulet: ' + e.message); process.exit(1) })"],
    ],
  ])('%s', (_, args) => {
    consumer.write('old.cjs', "Object.defineProperty(process.versions, 'node', { value: '20.19.0' })")
    expect(() => consumer.run(process.execPath, '--require', './old.cjs', ...args)).toThrow(
      /ended with 1:\nrivulet: This machine has Node 20\.19\.0, which cannot run the server\. Install Node [^\n]*\n$/,
    )
  })
})

test('@rivulet/blocks runs the first example of its README', () => {
  consumer.write('blocks.ts', firstSnippet('@rivulet/blocks').replace(/^checked\.ok.*$/m, 'console.log($&)'))
  expect(consumer.run(process.execPath, 'blocks.ts')).toContain('must be a valid enum value')
})

test('@rivulet/blocks has every module that it names', () => {
  const names = Object.keys(consumer.manifestOf('@rivulet/blocks')['exports'] ?? {}).filter(
    (name) => !/[*]|\.(css|json)$/.test(name),
  )
  const imports = names.map((name) => `await import('@rivulet/blocks/${name.slice(2)}')`)
  consumer.write('all.mjs', [...imports, 'console.log("all")'].join('\n'))
  expect(consumer.run(process.execPath, 'all.mjs')).toBe('all\n')
})

test('@rivulet/testing runs the first example of its README under Vitest', () => {
  consumer.write('scout.test.ts', firstSnippet('@rivulet/testing'))
  expect(consumer.run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--testTimeout=80000')).toMatch(
    /1 passed/,
  )
})

test('@rivulet/testing/control asks a server that runs elsewhere', () => {
  consumer.write(
    'control.mjs',
    `import { startRivulet } from '@rivulet/testing'
import { controlClient } from '@rivulet/testing/control'
await using server = await startRivulet()
console.log(await controlClient(server.url).listWorkspaces())`,
  )
  expect(consumer.run(process.execPath, 'control.mjs')).toBe('{ workspaces: [] }\n')
})

test('a strict compiler accepts the declarations, and the example of the testing kit', () => {
  const options = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    // To check zod, kysely and the SDKs as well takes a quarter of a minute.
    skipLibCheck: given === undefined,
  }
  const names = {
    '@rivulet/testing': 'startRivulet',
    'rivulet/inProcess': 'startInProcess',
    '@rivulet/blocks/draw': 'drawBlocks',
  }
  const uses = Object.entries(names).map(([name, what]) => `import { ${what} } from '${name}'\n${what}({})`)
  consumer.write('wrong.ts', uses.join('\n'))
  const check = (...files: string[]) => {
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: options, files }))
    return consumer.run(process.execPath, 'node_modules/typescript/bin/tsc')
  }
  check('scout.test.ts', 'blocks.ts')
  // `any` would accept everything.
  expect(() => check('wrong.ts')).toThrow(/wrong\.ts\(4,.*wrong\.ts\(6,/s)
})
