import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectViewer } from '#testing/feed/viewer'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { startServer } from '#testing/server/server'

const file = `
version: 1
teams:
  - id: T0ACME
    name: Acme
    domain: acme
    users:
      - { id: U0ANA, name: ana }
      - { id: U0EVE, name: eve }
apps: [{ id: A0A, installed_in: [T0ACME], manifest: owl.json }]
`

/** A server that has loaded the file, and the command on its data with another file. */
async function createScene() {
  const cwd = createTempDirectory()
  const manifest = '{ display_information: { name: Owl } }'
  const server = await startServer({ data: cwd, file: file.replace('owl.json', manifest) })
  writeFileSync(join(cwd, 'owl.json'), manifest)
  const write = (eve: string) => writeFileSync(join(cwd, 'team.yaml'), file.replace('name: eve', eve))
  const apply = (...args: string[]) =>
    runCommand(['workspace', 'apply', 'team.yaml', '--data', cwd, ...args], { cwd }).ended
  return { ...server, write, apply }
}

describe('rivulet workspace apply', () => {
  test('[OPS-7] shows what would change, does so once that is agreed to, and locks out at once', async () => {
    const { url, write, apply } = await createScene()
    write('name: eve, deleted: true, password: a new secret')
    const eve = await connectViewer(url, 'U0EVE')
    const lines =
      '  eve (U0EVE): another password; sessions end\n  eve (U0EVE): deactivated; sessions and tokens end\n2 changes.\n'

    expect(await apply('--dry-run')).toEqual({ code: 0, out: lines, err: '' })
    const refused = { code: 1, out: lines, err: 'rivulet: Nothing was changed. --yes applies without asking.\n' }
    expect(await apply()).toEqual(refused)
    expect(eve.socket.readyState).toBe(eve.socket.OPEN)

    expect(await apply('--yes')).toEqual({
      code: 0,
      out: `${lines}Done: 2 changes.\nOne password is being hashed. It works once it is.\n`,
      err: '',
    })
    expect(await eve.closed).toEqual({ code: 4003, reason: 'signed_out' })
    expect(await apply()).toEqual({ code: 0, out: 'The database says what the file says.\n', err: '' })
  })

  test('[OPS-7] works while no server runs, and names what is wrong in the file', async () => {
    const { write, apply, end } = await createScene()
    await end()
    write('name: eva')
    const { out } = await apply('--yes', '--json')
    const changes = [{ about: 'eve (U0EVE)', words: 'name "eva", not "eve"' }]
    expect(JSON.parse(out)).toEqual({ applied: true, changes, hashing: 0 })
    write('nam: eve')
    expect(await apply()).toMatchObject({ code: 2, out: '', err: expect.stringContaining('team.yaml:9:') })
  })
})
