import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

describe('emoji.list', () => {
  test('lists the custom emoji, with their aliases', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const emoji = { wave_hi: 'https://one.example/wave.png', hello: 'alias:wave_hi' }
    expect(await call(list)).toEqual({ ok: true, emoji })
    expect(await call(list, { team_id: 'T1' }, org)).toEqual({ ok: true, emoji })
  })

  test('[ENV-12] ends a page at 1 MB, and goes on after its cursor', async () => {
    const { call, store } = await createWorkspace({ file: channelsFile })
    const value = `https://one.example/${'x'.repeat(2000)}`
    const rows = Array.from({ length: 600 }, (_, i) => ({ team_id: 'T1', name: `many_${1000 + i}`, value }))
    await store.write((tx) => tx.insertInto('emoji').values(rows).execute())
    const first = await call(list)
    expect(JSON.stringify(first).length).toBeLessThan(1_010_000)
    const second = await call(list, { cursor: first.response_metadata?.next_cursor })
    expect(second.response_metadata).toEqual({ next_cursor: '' })
    const names = [first, second].flatMap(({ emoji }) => Object.keys(emoji ?? {}))
    expect(names).toEqual(['hello', ...rows.map(({ name }) => name), 'wave_hi'])
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
    missing_argument: { args: {}, ...org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, ...org, detail: '"T2"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(list, error, { file: channelsFile, ...call }),
  )
})
