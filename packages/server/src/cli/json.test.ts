import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTempDirectory } from '#testing/server/command'
import { runInProcess } from '#testing/calls/inProcessCommand'
import { startServer } from '#testing/server/server'
import { createProgram, leavesOf } from './program.ts'

const leaves = leavesOf(
  createProgram((message) => {
    throw new Error(message)
  }),
)

/** What makes each command succeed. A running server is named by `URL`, directories by `DATA` and `NEW`. */
const succeeding: Record<string, string[] | 'a server' | 'needs two databases' | 'reads standard input'> = {
  dev: 'a server',
  serve: 'a server',
  tail: ['--no-follow', '--method', 'api.test', '--url', 'URL'],
  trigger: ['app_mention', '--app', 'scout', '--team', 'acme', '--url', 'URL'],
  replay: ['1', '--url', 'URL'],
  call: ['api.test', '--url', 'URL'],
  demo: ['--fast', '--team', 'acme', '--url', 'URL'],
  config: ['--origin'],
  doctor: ['--port', '0', '--data', 'DATA'],
  explain: ['not_authed'],
  completions: ['fish'],
  'app install': ['MANIFEST', '--team', 'acme', '--url', 'URL'],
  'app uninstall': ['Owl', '--team', 'acme', '--url', 'URL'],
  'app config-token': ['--team', 'acme', '--url', 'URL'],
  env: ['--app', 'scout', '--team', 'acme', '--url', 'URL'],
  'user list': ['--team', 'acme', '--url', 'URL'],
  'user add': ['new@acme.example', '--no-password', '--team', 'acme', '--url', 'URL'],
  'user deactivate': ['new', '--team', 'acme', '--url', 'URL'],
  'user activate': ['new', '--team', 'acme', '--url', 'URL'],
  'user set-password': 'reads standard input',
  'user sessions': ['ana', '--team', 'acme', '--url', 'URL'],
  'user sign-out': ['ana', '--team', 'acme', '--url', 'URL'],
  'token list': ['--team', 'acme', '--url', 'URL'],
  'token revoke': ['TOKEN', '--team', 'acme', '--url', 'URL'],
  backup: ['NEW/backup', '--data', 'DATA'],
  restore: ['NEW/backup', '--data', 'NEW/data'],
  'key rotate': ['--data', 'DATA'],
  'team move': 'needs two databases',
  record: 'a server',
  compare: ['FIXTURE'],
  'workspace apply': ['FILE', '--dry-run', '--url', 'URL'],
}

describe('--json', () => {
  test('is a flag of every command, and every help has an example and the exit codes', async () => {
    for (const { words, command } of leaves) {
      expect(
        command.options.map(({ long }) => long),
        words.join(' '),
      ).toContain('--json')
      const { out, code } = await runInProcess([...words, '--help'])
      expect(out, words.join(' ')).toMatch(
        /\nExample:\n {2}.*rivulet [^]*\nExit codes:\n {2}0 [^]*\n {2}1 [^]*\n {2}2 /,
      )
      expect(code).toBe(0)
    }
  })

  test('prints JSON where a command is used wrongly, with the exit code 2', async () => {
    for (const { words } of leaves.filter((leaf) => succeeding[leaf.words.join(' ')] !== 'a server')) {
      const { out, code } = await runInProcess([...words, '--no-such-flag', '--json'])
      expect(JSON.parse(out), words.join(' ')).toMatchObject({
        ok: false,
        error: 'wrong_usage',
        message: expect.any(String),
      })
      expect(code).toBe(2)
    }
  })

  test('leaves the first line of a server to say that it is ready', async () => {
    expect(await runInProcess(['serve', '--no-such-flag', '--json'])).toEqual({ code: 2, out: '' })
  })

  test('prints JSON where a command succeeds', async () => {
    expect(Object.keys(succeeding).toSorted()).toEqual(leaves.map(({ words }) => words.join(' ')).toSorted())
    const places = await createPlaces()
    for (const { words } of leaves) {
      const args = succeeding[words.join(' ')]
      if (!Array.isArray(args)) continue
      const filled = args.map((arg) => Object.entries(places).reduce((text, [name, is]) => text.replace(name, is), arg))
      const { out, code } = await runInProcess([...words, ...filled, '--json'])
      const lines = words[0] === 'tail' ? out.trimEnd().split('\n') : [out]
      for (const line of lines) expect(() => JSON.parse(line), `${words.join(' ')}: ${line}`).not.toThrow()
      expect(code, `${words.join(' ')}: ${out}`).toBe(0)
    }
  })
})

/** A running server, and data on which none runs. */
async function createPlaces(): Promise<Record<string, string>> {
  const [data, fresh] = [createTempDirectory(), createTempDirectory()]
  await (await startServer({ data })).end()
  const { url, request } = await startServer()
  await request('POST', '/api/api.test', {})
  const manifest = join(fresh, 'manifest.json')
  writeFileSync(manifest, JSON.stringify({ display_information: { name: 'Owl' } }))
  const file = join(fresh, 'team.yaml')
  writeFileSync(file, 'version: 1\nteams: [{ id: T0ACME, name: Acme, domain: acme }]\n')
  const fixture = join(fresh, 'fixture.jsonl')
  writeFileSync(
    fixture,
    '{"rivulet_fixture":1,"upstream":"https://slack.com/api/","recorded_at":"2026-11-26T12:00:00.000Z"}\n',
  )
  const { body } = await request('POST', '/control/tokens/list', { team: 'T0ACME' })
  return {
    URL: url,
    DATA: data,
    NEW: fresh,
    MANIFEST: manifest,
    FILE: file,
    FIXTURE: fixture,
    TOKEN: body['tokens'][0].id,
  }
}
