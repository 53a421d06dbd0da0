import { createContext, runInContext } from 'node:vm'
import { type App, LogLevel } from '@slack/bolt'
import { expect, onTestFinished, test } from 'vitest'
import * as kit from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { toTestSkeleton } from '@rivulet/web/export/toTestSkeleton'
import { createScout, scoutManifest } from './scout.ts'

const hostile = 'it\'s "a" `${process.exit(1)}` */ \\ \u2028 $(id)'

/** Starts the program of an app, as a developer's `apps.ts` does. */
async function startScout({ botToken, appToken }: kit.App, slackApiUrl: string, change?: (app: App) => void) {
  const clientOptions = { slackApiUrl }
  const program = createScout({ token: botToken, appToken, socketMode: true, logLevel: LogLevel.ERROR, clientOptions })
  change?.(program)
  program.message('echo', async ({ say, event }) => void (await say(`${'text' in event ? event.text : ''} ${hostile}`)))
  await program.start()
  return program
}

/** Runs the one test in a file: its imports are given, everything else is as it is written. */
async function runFile(code: string, modules: Record<string, object>): Promise<void> {
  const ends: (() => unknown)[] = []
  const tests: (() => Promise<void>)[] = []
  const vitest = {
    expect,
    onTestFinished: (end: () => unknown) => ends.push(end),
    test: (_: string, run: () => Promise<void>) => tests.push(run),
  }
  const given: Record<string, object> = { ...modules, vitest, '@rivulet/testing': kit }
  const body = code
    .replaceAll(/^import \{(.*)\} from ('.*')$/gm, 'const {$1} = modules[$2]')
    .replaceAll(/^import '.*'$/gm, '')
  runInContext(body, createContext({ modules: given, console }))
  expect(tests).toHaveLength(1)
  try {
    await tests[0]?.()
  } finally {
    for (const end of ends) await end()
  }
}

/** A journey that has everything which a person can do here, in one server; its skeleton. */
async function journey(): Promise<string> {
  const server = await kit.startRivulet({
    workspace: { people: ['ana', 'ben'], channels: ['general', 'random'], apps: [scoutManifest] },
    timeout: 30_000,
  })
  onTestFinished(() => server.close())
  const [ana, scout] = [server.person('ana'), server.app()]
  const program = await startScout(scout, server.apiUrl)
  onTestFinished(() => void program.stop())

  const question = await ana.says(scout, 'stream please')
  await scout.replies()
  await server.settled()
  await ana.says(question, `echo ${hostile}`)
  await scout.replies()
  await server.settled()
  await ana.says('#general', `${scout} are you there, ${server.person('ben')}?`)
  await scout.replies()
  await server.settled()
  await ana.says(scout, 'approve this')
  const asked = await scout.replies()
  await server.settled()
  await ana.chooses(asked, 'Where to', 'Live')
  await scout.replies()
  await server.settled()
  await ana.presses(asked, 'Approve')
  await server.settled()
  await ana.reacts(asked, 'eyes')
  await scout.replies()
  await server.settled()
  await ana.runs('/deploy status', '#general')
  await scout.replies()
  await ana.runs('/deploy api', '#general')
  await ana.submits(await ana.modal('Deploy api'), { Why: 'x' })
  await ana.submits(await ana.modal('Deploy api'), { Why: 'because' })
  await scout.replies()
  await server.settled()
  await ana.opens(scout)
  await ana.home(scout)
  await server.settled()
  await ana.uploads('#general', { name: 'notes.txt', content: 'Hi', text: `For ${scout}` })
  await scout.replies()
  await server.settled()
  await ana.says(scout, 'wait for me')
  await ana.stops(await scout.streams())
  await scout.replies()
  await server.settled()
  return toTestSkeleton(server.journal.entries(), {
    people: [ana, server.person('ben')],
    channels: [server.channel('general'), server.channel('random')],
    apps: [{ ...scout, manifest: scoutManifest }],
  })
}

test('the skeleton of a journey is a test that passes, and that fails if the app answers otherwise', async () => {
  const code = await journey()
  const apps = (change?: (app: App) => void) => ({
    './apps.ts': { startScout: (app: kit.App, url: string) => startScout(app, url, change) },
  })

  await runFile(code, apps())
  expect(code).not.toMatch(/Not complete|does not have enough|no verb/)
  for (const line of [
    "const said1 = await ana.says(scout, 'stream please')",
    "expect((await scout.replies()).stream?.endedBy).toBe('reader')",
    "expect(Object.values((await ana.submits(modal1, { reason: 'x' })) ?? {})).toEqual(['Say more'])",
    "await ana.uploads('#general', { name: 'notes.txt', content: '…', text: `For ${scout}` })",
  ])
    expect(code).toContain(line)

  const otherwise = runFile(
    code,
    apps((app) => app.message('stream', async ({ say }) => void (await say('I do not know')))),
  )
  await expect(otherwise).rejects.toThrow(/Expected the message|I do not know/)
})
