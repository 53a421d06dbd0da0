import { describe, expect, test } from 'vitest'
import type { Command } from '#testing/model/commands'
import { holds, timeout } from '#testing/model/holds'
import { aFile, aMortalServer } from '#testing/model/server'
import { live } from '#testing/model/world'

describe('[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread is what a simple model says, whatever is done to it', () => {
  test('on an SQLite file', timeout, () => holds(aFile()))

  test('and a server that forgets is found out', async () => {
    const server = await aMortalServer(aFile({ forgetful: true }))
    const start: Command = { do: 'start', app: 'Scout', pieces: [{ text: 'a' }] }
    await live(server, [start, { do: 'look' }])
    await expect(live(server, [start, { do: 'crash', flying: false, ticks: 0 }])).rejects.toThrow()
  })
})
