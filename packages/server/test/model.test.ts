import { describe, expect, test } from 'vitest'
import type { Command } from '#testing/model/commands'
import { checkModel, timeout } from '#testing/model/checkModel'
import { startCrashableServer } from '#testing/model/crashableServer'
import { runCommands } from '#testing/model/runCommands'
import { sqliteStorage } from '#testing/model/storage'
import { stopClock } from '#testing/workspace/stopClock'

describe('[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread always matches a simple model', () => {
  test('on an SQLite file', timeout, () => checkModel(sqliteStorage))

  test('the model notices a server that loses appends', async () => {
    stopClock(['Date'])
    const server = await startCrashableServer(sqliteStorage({ losesDeltas: true }))
    const start: Command = { do: 'start', app: 'Scout', pieces: [{ text: 'a' }] }
    await runCommands(server, [start, { do: 'look' }])
    await expect(runCommands(server, [start, { do: 'crash', flying: false, ticks: 0 }])).rejects.toThrow()
  })
})
