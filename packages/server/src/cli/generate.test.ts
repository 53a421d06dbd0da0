import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { configNames, environmentName } from '#config'
import { methods } from '#methods/index'
import { commonErrors } from '#rpc/errors/common'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { generate, generatedFiles } from './generate.ts'
import { methodPath } from './generate/methodPath.ts'

const files = await generatedFiles()

describe('rivulet generate', () => {
  let said = ''
  beforeEach(() => {
    said = ''
    const say = (text: string | Uint8Array) => Boolean((said += String(text)))
    vi.spyOn(process.stdout, 'write').mockImplementation(say)
    vi.spyOn(process.stderr, 'write').mockImplementation(say)
    return () => vi.restoreAllMocks()
  })

  test('writes every file, and finds none stale after that', async () => {
    const root = createRepository()
    expect(await generate(false, { root })).toBe(0)
    for (const [path, text] of await generatedFiles()) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
    expect(await generate(true, { root })).toBe(0)
  })

  test('--check lists changed, missing and obsolete files, exits 1 and writes nothing', async () => {
    const root = createRepository()
    await generate(false, { root })
    const [changed, missing, left] = ['api/test', 'auth/test', 'chat/goneMethod'].map((name) =>
      join('docs', 'api', `${name}.md`),
    ) as [string, string, string]
    writeFileSync(join(root, changed), 'x')
    rmSync(join(root, missing))
    writeFileSync(join(root, left), 'x')
    said = ''

    expect(await generate(true, { root })).toBe(1)

    expect(said).toBe(
      `${changed} is stale.\n${missing} is stale.\n${left} is obsolete: nothing generates it any more.\nRun \`npm run generate\`.\n`,
    )
    expect(existsSync(join(root, missing))).toBe(false)
    await generate(false, { root })
    expect(existsSync(join(root, left))).toBe(false)
  })

  test('is the same each time', async () => {
    expect([...(await generatedFiles())]).toEqual([...(await generatedFiles())])
  })

  test('the files of the repository are not stale', async () => {
    const code = await generate(true)
    expect(said).toBe('')
    expect(code).toBe(0)
  })

  test.each([...methods.values()].map((method) => [method.name, method] as const))(
    'the page of %s has its arguments, each with a sentence, and its errors',
    (name, method) => {
      const page = files.get(join('docs', 'api', methodPath(name))) ?? ''
      expect(page).toContain(`# ${name}\n`)
      for (const argument of Object.keys(method.args.shape))
        expect(page).toMatch(new RegExp(`^\\| \`${argument}\` \\| .+ \\| (yes|no) \\| .+\\. .*\\|$`, 'm'))
      for (const error of Object.keys(method.errors)) expect(page).toContain(`\`${error}\``)
      expect(files.get(join('docs', 'api', 'README.md'))).toContain(`[${name}](${methodPath(name)})`)
    },
  )

  test('the index has the errors of every method, the configuration every setting', () => {
    for (const error of Object.keys(commonErrors))
      expect(files.get(join('docs', 'api', 'README.md'))).toContain(`[\`${error}\`](../errors.md#${error})`)
    for (const name of configNames)
      expect(files.get(join('docs', 'configuration.md'))).toContain(`\`${environmentName(name)}\``)
  })

  test('the schema is valid for editors', () => {
    const schema = JSON.parse(files.get(join('docs', 'workspace.schema.json')) ?? '')
    expect(schema).toMatchObject({ title: 'Rivulet workspace file', type: 'object', required: ['version', 'teams'] })
    expect(JSON.stringify(schema)).toContain('assistant.threads.setStatus')
  })

  test('is a command', async () => {
    expect(await runCommand(['generate', '--check']).ended).toMatchObject({ code: 0, err: '' })
  })
})

function createRepository(): string {
  const root = createTempDirectory()
  mkdirSync(join(root, 'docs'))
  return root
}
