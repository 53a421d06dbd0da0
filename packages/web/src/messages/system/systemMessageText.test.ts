import type { ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { mergeActions, joinNames, formatSentence } from './systemMessageText.ts'

type Notice = NonNullable<ViewerMessage['notice']>

const names: Record<string, string> = { U1: 'Ana', U2: 'Ben', U3: 'Eve', U4: 'Max', U5: 'Zoe' }
const labelOf = (id: string) => names[id] ?? id
const createSystemMessage = (user: string, notice: Notice): ViewerMessage => {
  return { ts: '1.1', user, text: '', blocks: [], edited: false, notice }
}
const sentenceOf = (...notices: [string, Notice][]) =>
  formatSentence(
    mergeActions(
      notices.map(([user, notice]) => createSystemMessage(user, notice)),
      (mrkdwn) => plainMrkdwn(mrkdwn, { users: {}, channels: {}, usergroups: {} }),
    ),
    labelOf,
  )

describe('[ROM-8] system messages in words', () => {
  test.each<[string, Notice]>([
    ['Ana joined', { subtype: 'channel_join' }],
    ['Ben added Ana', { subtype: 'channel_join', inviter: 'U2' }],
    ['Ana left', { subtype: 'channel_leave' }],
    ['Ana set the topic: Late trains', { subtype: 'channel_topic', topic: 'Late trains' }],
    ['Ana set the topic: see the book', { subtype: 'channel_topic', topic: '*see* <https://acme.example|the book>' }],
    ['Ana cleared the topic', { subtype: 'channel_topic', topic: '' }],
    ['Ana set the purpose: Commuting', { subtype: 'channel_purpose', purpose: 'Commuting' }],
    ['Ana cleared the purpose', { subtype: 'channel_purpose', purpose: '' }],
    ['Ana renamed the channel from #rush to #trains', { subtype: 'channel_name', old_name: 'rush', name: 'trains' }],
    ['Ana archived the channel', { subtype: 'channel_archive' }],
    ['Ana opened the channel again', { subtype: 'channel_unarchive' }],
  ])('%s', (sentence, notice) => expect(sentenceOf(['U1', notice])).toBe(sentence))

  test('people who came or went in the same way share a sentence, each named once', () => {
    const join: Notice = { subtype: 'channel_join' }
    const leave: Notice = { subtype: 'channel_leave' }
    const added: Notice = { subtype: 'channel_join', inviter: 'U1' }
    expect(sentenceOf(['U2', join], ['U3', join], ['U4', leave])).toBe('Ben and Eve joined. Max left')
    expect(sentenceOf(['U2', added], ['U3', added], ['U4', { ...added, inviter: 'U2' }])).toBe(
      'Ana added Ben and Eve. Ben added Max',
    )
    expect(sentenceOf(['U2', join], ['U2', leave], ['U2', join])).toBe('Ben joined. Ben left. Ben joined')
  })

  test('names a few people and counts the others', () => {
    expect(joinNames(['U1', 'U2', 'U3', 'U4'], labelOf)).toBe('Ana, Ben, Eve and Max')
    expect(joinNames(['U1', 'U2', 'U3', 'U4', 'U5'], labelOf)).toBe('Ana, Ben, Eve and 2 others')
  })
})
