import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import { controlClient, type Operations } from '@rivulet/testing/control'

test('the client has every operation of the control API that answers JSON', async () => {
  await using server = await startRivulet()
  const control = controlClient(server.url)
  const document = await control.describe()
  const paths: Record<string, Record<string, { operationId: string }>> = JSON.parse(JSON.stringify(document['paths']))
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))

  expect([...Object.keys(control), 'followJournal'].toSorted()).toEqual(operations.toSorted())
})

test('the client plays a person in a workspace of its own, and sees what came of it', async () => {
  await using server = await startRivulet()
  const control = controlClient(server.url)
  const { team, people, channels } = await control.makeWorkspace({ people: ['ana'], channels: ['launch'] })
  const [user = '', channel = ''] = [people[0]?.id, channels[0]?.id]

  const before = await control.readState({ team: team.id })
  await control.say({ team: team.id, user, channel, text: 'Is everything in?' })
  const found = await control.wait({ team: team.id, channel, text: 'everything' })
  const after = await control.readState({ team: team.id })
  const { changes } = await control.diffState({ before, after })

  expect(found).toMatchObject({ channel, message: { user, text: 'Is everything in?' } })
  const ts: unknown = expect.stringMatching(/^\d+\.\d{6}$/)
  expect(changes).toEqual([{ change: 'posted', channel, ts, user, text: 'Is everything in?' }])
  await control.dropWorkspace({ team: team.id })
  expect(await control.listWorkspaces()).toEqual({ workspaces: [] })
})

test('the client says what a server refuses, in words', async () => {
  await using server = await startRivulet()
  const control = controlClient(server.url)

  const refused = control.say({ team: 'T0TEST', user: 'U0NOBODY', channel: 'general', text: 'Hello' })

  await expect(refused).rejects.toMatchObject({ name: 'ControlError', code: 'user_not_found', status: 400 })
  await expect(control.dropWorkspace({ team: '../reset' })).rejects.toMatchObject({ name: 'ControlError' })
  await expect(refused).rejects.toThrow('say: user_not_found: ')
  await expect(control.dropWorkspace({ team: '..' })).rejects.toThrow('dropWorkspace needs "team"; it is "..".')
})

test('the client sends each item of a list', async () => {
  await using server = await startRivulet()
  const [ana, ben] = [server.person('ana').id, server.person('ben').id]

  const { names } = await controlClient(server.url).nameThings({ team: 'T0TEST', ids: [ana, ben] })

  expect(Object.keys(names)).toEqual([ana, ben])
})

test('the client says that nobody answers, or that an address is none', async () => {
  const gone = controlClient('http://127.0.0.1:9')
  await expect(gone.readClock()).rejects.toMatchObject({ name: 'ControlError', code: 'unreachable', status: 0 })
  await expect(gone.readClock()).rejects.toThrow(
    /^readClock: unreachable: No server answers at http:\/\/127\.0\.0\.1:9: ./,
  )
  expect(() => controlClient('localhost:7070')).toThrow('The address of a server is like http://127.0.0.1:7070')
})

test('the client says that a server is none for development', async () => {
  const other = createServer((_, response) => void response.writeHead(404).end('<p>Not found')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

  await expect(controlClient(url).reset()).rejects.toThrow(
    `reset: no_control_api: ${url} answered with 404. Is it a server of \`rivulet dev\`?`,
  )
})

test('the client knows what each operation takes and answers', () => {
  expectTypeOf<Operations['dropWorkspace']['args']>().toEqualTypeOf<{ team: string }>()
  expectTypeOf<Operations['readClock']['answer']>().toHaveProperty('now').toBeNumber()
  const control = controlClient('http://127.0.0.1:1')
  expectTypeOf(control.say).parameter(0).toHaveProperty('text')
  // @ts-expect-error An operation whose arguments are all required cannot be called without any.
  const call = () => control.dropWorkspace()
  // @ts-expect-error A reset is one of the whole server: it takes no team.
  const resetOfTeam = () => control.reset({ team: 'T0TEST' })
  expect([call, resetOfTeam]).toHaveLength(2)
})
