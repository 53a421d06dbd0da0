import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { expect, test } from 'vitest'
import { stopStream as pressStop } from '#domain/people/stopStream'
import { onBothDatabases } from '#testing/database/databases'
import { dm, loadAcme, text } from '#testing/workspace/domain'
import { endStreamsOfApp } from './endStreamsOfApp.ts'
import { endTimedOutStreams } from './endTimedOut.ts'

const long = '- A line of *some* words.\n'.repeat(2000)

onBothDatabases('the end of a long reply', (open) => {
  test('[STR-11, STR-14] has what was appended before it, and refuses what comes after it', async () => {
    const { start, append, stop, readMessage } = await loadAcme(open)
    const ts = await start(text('# Begin\n'))
    const before = append(ts, text(long))
    const ending = stop(ts, text('end'))
    const after = append(ts, text('too late')).catch((error: { code: string }) => error.code)
    await before
    expect(await ending).toMatchObject({ streaming_state: 'completed', markdown: `# Begin\n${long}end` })
    expect(await after).toBe('message_not_in_streaming_state')
    const message = await readMessage(ts)
    expect(message?.blocks).toMatchObject(blocksFromMarkdown(`# Begin\n${long}end`))
    expect(message?.text.split('\n')).toHaveLength(2001)
  })

  test('[STR-14] is made outside of the transaction: other writes do not wait for it', async () => {
    const { start, append, stop } = await loadAcme(open)
    const ts = await start(text(long))
    const other = await start()
    const order: string[] = []
    const ending = stop(ts).then(() => order.push('end'))
    const appending = append(other, text('a')).then(() => order.push('append'))
    await Promise.all([ending, appending])
    expect(order).toEqual(['append', 'end'])
  })

  test('[STR-6] comes by a reader and by time, too', async () => {
    const { store, start, findPerson, readMessage } = await loadAcme(open)
    const [pressed, idle] = [await start(text(long)), await start(text(long))]
    const ana = await findPerson('U0ANA')
    await store.write((tx) => pressStop(tx, ana, dm.id, pressed))
    expect(await readMessage(pressed)).toMatchObject({ streaming_state: 'completed', markdown: long })
    store.db.clock.advance(600_000)
    expect(await endTimedOutStreams(store)).toBe(1)
    expect(await readMessage(idle)).toMatchObject({ streaming_state: 'errored', markdown: long })
  })

  test('[APP-10] comes to all streams of an app in one transaction', async () => {
    const { store, start, readMessage } = await loadAcme(open)
    const all = [await start(text(long)), await start(text(long)), await start(text('short'))]
    await store.write((tx) => endStreamsOfApp(tx, dm.team_id, 'A0SCOUT'))
    for (const ts of all) expect(await readMessage(ts)).toMatchObject({ streaming_state: 'errored' })
  })
})
