import { expect, test } from 'vitest'
import { findPostingTarget } from '#domain/channels/postingRules'
import { postMessage } from '#domain/messages/post'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findChannelsOfFiles, findPlaces, maxPlaces } from './places.ts'

onBothDatabases('[FIL-5] the places of files', (open) => {
  test('are those that the caller can see, with the thread of each, and the newest of very many', async () => {
    const { store, findPerson, findCaller } = await loadAcme(open)
    const scout = await findCaller('xoxb-acme-scout')
    const post = (channel: string, files: string[], threadTs?: string) =>
      store.write(async (tx) => {
        const target = await findPostingTarget(tx, scout, channel, threadTs)
        return (await postMessage(tx, scout, { ...target, threadTs, text: 'Look', blocks: [], files })).ts
      })
    const root = await post('C0HELP', ['F1'])
    const reply = await post('C0HELP', ['F2'], root)
    await post('D0ANASCOUT', ['F1'])

    const thread = { count: 1, users: ['U0SCOUT'], latest: reply }
    const about = { channel_id: 'C0HELP', kind: 'public', name: 'help-desk', user_id: 'U0SCOUT', thread }
    const ben = await findPerson('U0BEN')
    expect(await findPlaces(store.db, ben, ['F1', 'F2', 'F3'])).toEqual(
      new Map([
        ['F1', [{ ...about, ts: root, thread_ts: null }]],
        ['F2', [{ ...about, ts: reply, thread_ts: root }]],
      ]),
    )
    const ana = await findPerson('U0ANA')
    expect((await findPlaces(store.db, ana, ['F1'])).get('F1')?.map(({ channel_id: id }) => id)).toEqual([
      'C0HELP',
      'D0ANASCOUT',
    ])

    await post('D0ANASCOUT', ['F4'])
    for (let i = 0; i <= maxPlaces; i++) await post('C0HELP', ['F3', 'F4'])
    expect((await findChannelsOfFiles(store.db, ana, ['F4'])).get('F4')?.map(({ channel_id: id }) => id)).toEqual([
      'C0HELP',
      'D0ANASCOUT',
    ])
    const many = (await findPlaces(store.db, ana, ['F1', 'F3'])).get('F3') ?? []
    expect(many).toHaveLength(maxPlaces + 1)
    await post('C0HELP', ['F3'])
    expect((await findPlaces(store.db, ana, ['F3'])).get('F3')?.[0]?.ts).toBe(many[1]?.ts)
  })
})
