import type { ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { deedsOf, namesOf, sentenceOf } from './noticeWords.ts'

type Notice = NonNullable<ViewerMessage['notice']>

const names: Record<string, string> = { U1: 'Ana', U2: 'Ben', U3: 'Eve', U4: 'Max', U5: 'Zoe' }
const labelOf = (id: string) => names[id] ?? id
const told = (user: string, notice: Notice): ViewerMessage => {
  return { ts: '1.1', user, text: '', blocks: [], edited: false, notice }
}
const said = (...given: [string, Notice][]) =>
  sentenceOf(deedsOf(given.map(([user, notice]) => told(user, notice))), labelOf)

describe('[ROM-8] what became of a channel, in words', () => {
  test.each<[string, Notice]>([
    ['Ana joined', { subtype: 'channel_join' }],
    ['Ben added Ana', { subtype: 'channel_join', inviter: 'U2' }],
    ['Ana left', { subtype: 'channel_leave' }],
    ['Ana set the topic: Late trains', { subtype: 'channel_topic', topic: 'Late trains' }],
    ['Ana cleared the topic', { subtype: 'channel_topic', topic: '' }],
    ['Ana set the purpose: Commuting', { subtype: 'channel_purpose', purpose: 'Commuting' }],
    ['Ana cleared the purpose', { subtype: 'channel_purpose', purpose: '' }],
    ['Ana renamed the channel from #rush to #trains', { subtype: 'channel_name', old_name: 'rush', name: 'trains' }],
    ['Ana archived the channel', { subtype: 'channel_archive' }],
    ['Ana opened the channel again', { subtype: 'channel_unarchive' }],
  ])('%s', (sentence, notice) => expect(said(['U1', notice])).toBe(sentence))

  test('names together who came or went in the same way, and each once', () => {
    const join: Notice = { subtype: 'channel_join' }
    const leave: Notice = { subtype: 'channel_leave' }
    const added: Notice = { subtype: 'channel_join', inviter: 'U1' }
    expect(said(['U2', join], ['U3', join], ['U4', leave])).toBe('Ben and Eve joined. Max left')
    expect(said(['U2', added], ['U3', added], ['U4', { ...added, inviter: 'U2' }])).toBe(
      'Ana added Ben and Eve. Ben added Max',
    )
    expect(said(['U2', join], ['U2', leave], ['U2', join])).toBe('Ben joined. Ben left. Ben joined')
  })

  test('names a few, and counts the others', () => {
    expect(namesOf(['U1', 'U2', 'U3', 'U4'], labelOf)).toBe('Ana, Ben, Eve and Max')
    expect(namesOf(['U1', 'U2', 'U3', 'U4', 'U5'], labelOf)).toBe('Ana, Ben, Eve and 2 others')
  })
})
