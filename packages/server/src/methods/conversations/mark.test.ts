import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, pia, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { info } from './info.ts'
import { join } from '#methods/conversations/membership/join'
import { leave } from '#methods/conversations/membership/leave'
import { mark } from './mark.ts'

const printer = '1767225600.000100'

async function createReader() {
  const scene = await createWorkspace({ file: channelsFile })
  const lastRead = async (who: object) => (await scene.call(info, { channel: 'CHELP' }, who)).channel?.last_read
  return { ...scene, lastRead }
}

describe('conversations.mark', () => {
  test("[REA-2] moves the caller's read mark forward and back, and nobody else's", async () => {
    const { call, lastRead } = await createReader()
    const others = await lastRead(otto)
    const { ts } = await call(postMessage, { channel: 'CHELP', text: 'New' })
    expect(await call(mark, { channel: 'CHELP', ts }, uma)).toEqual({ ok: true })
    expect(await lastRead(uma)).toBe(ts)
    expect(await call(mark, { channel: 'CHELP', ts: printer }, uma)).toEqual({ ok: true })
    expect(await lastRead(uma)).toBe(printer)
    expect(await lastRead(otto)).toBe(others)
  })

  test('[REA-2] takes a ts past the newest message as the newest', async () => {
    const { call, lastRead } = await createReader()
    await call(mark, { channel: 'CHELP', ts: '9999999999.000000' })
    expect(await lastRead({})).toBe(printer)
  })

  test('[REA-1] starts at the moment of joining, also for somebody who rejoins', async () => {
    const { call, lastRead } = await createReader()
    expect(await lastRead(pia)).toBeUndefined()
    await call(join, { channel: 'CHELP' }, pia)
    const joined = await lastRead(pia)
    expect(Number(joined)).toBeGreaterThan(Number(printer))
    await call(mark, { channel: 'CHELP', ts: printer }, pia)
    await call(leave, { channel: 'CHELP' }, pia)
    await call(join, { channel: 'CHELP' }, pia)
    expect(Number(await lastRead(pia))).toBeGreaterThanOrEqual(Number(joined))
  })

  test('[REA-2] writes nothing if the mark is already there', async () => {
    const { call, countRows } = await createReader()
    await call(mark, { channel: 'CHELP', ts: printer })
    const before = await countRows()
    await call(mark, { channel: 'CHELP', ts: printer })
    expect(await countRows()).toBe(before)
  })

  test('works in direct messages and archived channels too', async () => {
    const { call } = await createReader()
    for (const channel of ['DUMA', 'COLD']) {
      expect(await call(mark, { channel, ts: printer })).toEqual({ ok: true })
    }
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof mark> = {
    channel_not_found: { args: { channel: 'CSECRET', ts: printer }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', ts: printer }, ...org, detail: '"help"' },
    not_in_channel: { args: { channel: 'CSIDE', ts: printer }, detail: 'CSIDE' },
    invalid_timestamp: { args: { channel: 'CHELP', ts: 'yesterday' }, detail: '"yesterday"' },
  }
  test.each(refusalRows(refused))('refuses with %s, and marks nothing', (error, call) =>
    expectRefusal(mark, error, { file: channelsFile, ...call }),
  )
})
