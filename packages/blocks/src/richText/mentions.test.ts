import { expect, test } from 'vitest'
import { mentionsOf } from './mentions.ts'

const richText = (...elements: object[]) =>
  [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }] as never

test('[REA-4] blocks say whom a message mentions', () => {
  const user = { type: 'user', user_id: 'U1' }
  const words = { type: 'text', text: '<@U9> @here' }
  const all = richText(
    user,
    user,
    { type: 'usergroup', usergroup_id: 'S1' },
    { type: 'broadcast', range: 'here' },
    words,
  )
  expect(mentionsOf('<@U8>', all)).toEqual(['U1', 'S1', 'everyone'])
  const section = [{ type: 'section', text: { type: 'mrkdwn', text: 'See <@U2|uma>' } }] as never
  expect(mentionsOf('', section)).toEqual(['U2'])
  const plain = [{ type: 'section', text: { type: 'plain_text', text: 'See <@U2>' } }] as never
  expect(mentionsOf('', plain)).toEqual([])
})

test('[REA-4] without blocks the text says it, but not its code', () => {
  expect(mentionsOf('<@U1> <!subteam^S2|@ops> <!here|here> `<@U3>` ```\n<@U4>\n```', [])).toEqual([
    'U1',
    'S2',
    'everyone',
  ])
  expect(mentionsOf('a <b> @U1 <#C1>', [])).toEqual([])
})

test('[REA-4] an id that is none of a person or group, or longer than ids are, mentions nobody', () => {
  const long = '1'.repeat(255)
  expect(mentionsOf(`<!subteam^C1> <@U${long}> <!subteam^S${long}>`, [])).toEqual([])
  const people = ['C1', 'everyone', `U${long}`].map((id) => ({ type: 'user', user_id: id }))
  expect(mentionsOf('', richText(...people, { type: 'usergroup', usergroup_id: 'C1' }))).toEqual([])
})
