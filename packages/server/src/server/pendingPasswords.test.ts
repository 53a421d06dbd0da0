import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { setPassword } from '#domain/people/accounts/deactivate'
import { requirePerson } from '#domain/people/accounts/find'
import { PasswordHasher } from '#domain/people/passwords'
import { PendingPasswords } from '#domain/people/pendingPasswords'
import { createSession, findPeopleByPassword } from '#domain/people/sessions'
import type { Store } from '#store/db'
import { onBothDatabases } from '#testing/database/databases'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { parseWorkspace } from '#workspace/file'
import { WorkspaceData } from './workspaceData.ts'

/** A workspace file with this many people, each with a password of their own. */
function fileOf(people: number): string {
  const users = Array.from(
    { length: people },
    (_, i) => `      - { id: U${i}, name: p${i}, email: p${i}@one.example, password: the secret of ${i} }`,
  )
  return `
version: 1
teams:
  - id: T1
    name: One
    domain: one
    users:
${users.join('\n')}
    channels: [{ id: CGENERAL, name: general, general: true, members: [] }]
`
}

/** The same, where everyone but the first person has another password. */
function withNewSecrets(people: number): string {
  return fileOf(people)
    .replaceAll('the secret of', 'the new secret of')
    .replace('the new secret of 0', 'the secret of 0')
}

/** A directory with a workspace file, and what one does there. */
function createScene(file: string) {
  const cwd = createTempDirectory()
  writeFileSync(join(cwd, 'w.yaml'), file)
  const serve = () => runCommand(['serve', '--port', '0', '--json', '--workspace', 'w.yaml'], { cwd })
  const signIn = async (url: string, i: number, password = `the secret of ${i}`) => {
    const body = JSON.stringify({ email: `P${i}@one.example`, password })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/session`, { method: 'POST', headers, body })).status
  }
  const countUnhashed = () => {
    const db = new DatabaseSync(join(cwd, '.rivulet', 'rivulet.db'))
    const row = db.prepare(`select count(*) as n from users where file_password = '' or file_password like '?%'`).get()
    db.close()
    return Number(row?.['n'])
  }
  return { cwd, serve, signIn, countUnhashed }
}

test('[OPS-11] a server is ready before the passwords of its file are hashed, lets everyone in, and goes on after a kill', async () => {
  const people = 60
  const { cwd, serve, signIn, countUnhashed } = createScene(fileOf(people))
  const first = serve()
  const { url } = await first.ready()
  expect(await signIn(url, people - 1)).toBe(204)
  await first.stop('SIGKILL')
  const left = countUnhashed()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(people)

  const second = serve()
  const again = await second.ready()
  expect([
    await signIn(again.url, people - 1),
    await signIn(again.url, 7, 'wrong'),
    await signIn(again.url, 0),
  ]).toEqual([204, 401, 204])
  await expect.poll(countUnhashed, { timeout: 90_000, interval: 500 }).toBe(0)
  expect(await signIn(again.url, 7)).toBe(204)
  await second.stop()
  const kept = readdirSync(join(cwd, '.rivulet')).filter((name) => name.startsWith('rivulet.db'))
  for (const name of kept) expect(readFileSync(join(cwd, '.rivulet', name)).includes('the secret of')).toBe(false)
}, 180_000)

test('[OPS-7, OPS-11] an apply answers before it has hashed, lets everyone in, and loses none in a kill', async () => {
  const people = 60
  const scene = createScene(fileOf(1))
  const { signIn, countUnhashed } = scene
  const first = scene.serve()
  const { url } = await first.ready()
  writeFileSync(join(scene.cwd, 'w.yaml'), fileOf(people))
  const apply = () => runCommand(['workspace', 'apply', 'w.yaml', '--yes'], { cwd: scene.cwd }).ended
  const { code, out } = await apply()
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/Done: 59 changes\.\n59 passwords are being hashed\. Each works once it is\.\n$/),
  })
  expect([await signIn(url, people - 1), await signIn(url, 0), await signIn(url, 7, 'wrong')]).toEqual([204, 204, 401])
  await first.stop('SIGKILL')
  expect(countUnhashed()).toBeGreaterThan(0)

  // Without a server, the command hashes what is left before it ends.
  expect((await apply()).out).toMatch(/^The database says what the file says\.\n\d+ passwords are being hashed/)
  expect(countUnhashed()).toBe(0)
  expect(await apply()).toEqual({ code: 0, out: 'The database says what the file says.\n', err: '' })
  const second = scene.serve()
  expect(await signIn((await second.ready()).url, 7)).toBe(204)
  await second.stop()
}, 180_000)

test('[OPS-7, OPS-11] an apply that may change many passwords answers before it has compared them, and loses none in a kill', async () => {
  const people = 60
  const scene = createScene(fileOf(people))
  const { signIn, countUnhashed } = scene
  const first = scene.serve()
  const { url } = await first.ready()
  await expect.poll(countUnhashed, { timeout: 90_000, interval: 500 }).toBe(0)
  writeFileSync(join(scene.cwd, 'w.yaml'), withNewSecrets(people))
  const apply = () => runCommand(['workspace', 'apply', 'w.yaml', '--yes'], { cwd: scene.cwd }).ended
  expect(await apply()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}60 people: .*\n1 change\.\nDone: 1 change\.\n60 passwords are being hashed\./),
  })
  expect([
    await signIn(url, people - 1, 'the new secret of 59'),
    await signIn(url, people - 2, 'the secret of 58'),
    await signIn(url, 0),
  ]).toEqual([204, 401, 204])
  await first.stop('SIGKILL')
  expect(countUnhashed()).toBeGreaterThan(0)

  // Without a server, the command compares what is left before it ends.
  expect((await apply()).out).toMatch(/^The database says what the file says\.\n\d+ passwords are being hashed/)
  expect(countUnhashed()).toBe(0)
  expect(await apply()).toEqual({ code: 0, out: 'The database says what the file says.\n', err: '' })
  const second = scene.serve()
  const again = await second.ready()
  expect([await signIn(again.url, 7, 'the new secret of 7'), await signIn(again.url, 7)]).toEqual([204, 401])
  await second.stop()
}, 180_000)

onBothDatabases('passwords of a workspace file', (open) => {
  const begin = async (store: Store, notices: string[] = [], file = parseWorkspace(fileOf(3), 'team.yaml')) => {
    const pending = new PendingPasswords(new PasswordHasher())
    const fail = (error: unknown): never => {
      throw error
    }
    const data = new WorkspaceData(store, file, fail, (words) => notices.push(words), pending)
    await data.start()
    return { data, pending }
  }
  const fits = async (store: Store, i: number, password: string) =>
    (await findPeopleByPassword(store, new PasswordHasher(), `p${i}@one.example`, password)).people.length > 0

  test('[OPS-11] that are still to be hashed let nobody in, and are hashed when their person signs in', async () => {
    const store = await open()
    const { pending } = await begin(store)
    for (const password of ['', 'the secret of 1']) expect(await fits(store, 1, password)).toBe(false)
    await Promise.all([pending.finish('p1@one.example'), pending.finish('p1@one.example'), pending.finish('nobody')])
    expect([await fits(store, 1, 'the secret of 1'), await fits(store, 2, 'the secret of 2')]).toEqual([true, false])
  })

  test('[OPS-11] do not take the place of one that an operator has set, and cause no warning', async () => {
    const store = await open()
    await begin(store)
    const person = await requirePerson(store.db, 'T1', 'p1')
    const hash = await new PasswordHasher().hash('another secret')
    await store.write((tx) => setPassword(tx, person, hash))
    // As if the server had been killed here.
    const notices: string[] = []
    const { data } = await begin(store, notices)
    data.startHashing()
    await data.hashed
    expect([await fits(store, 1, 'another secret'), await fits(store, 1, 'the secret of 1')]).toEqual([true, false])
    expect([await fits(store, 0, 'the secret of 0'), await fits(store, 2, 'the secret of 2')]).toEqual([true, true])
    expect(notices).toEqual([])
  })

  test('[OPS-7, OPS-11] that an apply changes while those of the start are still to be hashed become those of the apply', async () => {
    const store = await open()
    const { data, pending } = await begin(store)
    data.startHashing()
    const text = fileOf(3).replaceAll('the secret of', 'the new secret of')
    const applied = await data.apply({ name: 'team.yaml', text, files: {} }, false)
    expect(applied.hashing).toBeGreaterThan(0)
    await pending.finish('p2@one.example')
    expect([await fits(store, 2, 'the new secret of 2'), await fits(store, 2, 'the secret of 2')]).toEqual([
      true,
      false,
    ])
    await data.hashed
    for (const i of [0, 1]) expect(await fits(store, i, `the new secret of ${i}`)).toBe(true)
  })

  test('[OPS-7, OPS-11] that an apply may change are compared afterwards: sessions end of those who have another one', async () => {
    const store = await open()
    const people = 21
    const { data } = await begin(store, [], parseWorkspace(fileOf(people), 'team.yaml'))
    data.startHashing()
    await data.hashed
    await store.write(async (tx) => {
      for (const user of ['U0', 'U1', 'U2']) await createSession(tx, 'T1', user)
    })
    const source = { name: 'team.yaml', text: withNewSecrets(people), files: {} }
    const noted = () => store.db.selectFrom('users').select(['id', 'password', 'file_password']).orderBy('id').execute()
    const before = await noted()
    const planned = await data.apply(source, true)
    expect(planned).toMatchObject({ changes: [{ about: '21 people' }], hashing: people })
    expect(await noted()).toEqual(before)

    expect(await data.apply(source, false)).toEqual(planned)
    const hash = await new PasswordHasher().hash('another secret')
    await store.write(async (tx) => setPassword(tx, await requirePerson(tx, 'T1', 'p2'), hash))
    await data.hashed
    expect([await fits(store, 0, 'the secret of 0'), await fits(store, 1, 'the new secret of 1')]).toEqual([true, true])
    expect([await fits(store, 1, 'the secret of 1'), await fits(store, 2, 'another secret')]).toEqual([false, true])
    expect(await store.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: 'U0' }])
    expect(await data.apply(source, false)).toEqual({ changes: [], hashing: 0 })
  })
})
