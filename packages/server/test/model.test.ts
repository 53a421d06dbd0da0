import { describe, expect, test } from 'vitest'
import type { Command } from '#testing/model/commands'
import { checkModel, timeout } from '#testing/model/checkModel'
import { sqliteStorage, startCrashableServer } from '#testing/model/crashableServer'
import { runCommands } from '#testing/model/world'

describe('[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread is what a simple model says, whatever is done to it', () => {
  test('on an SQLite file', timeout, () => checkModel(sqliteStorage()))

  test('and a server that forgets is found out', async () => {
    const server = await startCrashableServer(sqliteStorage({ forgetful: true }))
    const start: Command = { do: 'start', app: 'Scout', pieces: [{ text: 'a' }] }
    await runCommands(server, [start, { do: 'look' }])
    await expect(runCommands(server, [start, { do: 'crash', flying: false, ticks: 0 }])).rejects.toThrow()
  })
})
