import type { ViewerChannel, ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { encodeMentions } from '#composer/mentions/mentions.ts'
import { decodeMentions } from './typedMentions.ts'

const alex = { name: 'alex', real_name: 'Alex Kim', label: 'Alex Kim', tz: 'UTC', locale: 'en-US', deleted: false }
const users: ViewerUser[] = [
  { ...alex, id: 'U1' },
  { ...alex, id: 'U2' },
]
const design: ViewerUsergroup = {
  id: 'S1',
  handle: 'design',
  name: 'Design',
  description: '',
  members: 1,
}
const general = { id: 'C1', kind: 'public', name: 'general' } as ViewerChannel
const known = {
  users: Object.fromEntries(users.map((each) => [each.id, each])),
  usergroups: { S1: design },
  channels: { C1: general },
}

test.each([
  ['<@U2> and <@U1>, ask <!subteam^S1>', '@Alex Kim and @Alex Kim, ask @design'],
  ['Nobody knows <@U9>, and `<@U1>` is code', 'Nobody knows <@U9>, and `<@U1>` is code'],
  ['<!here> see <#C1> and <#C9>', '@here see #general and <#C9>'],
  ['No names', 'No names'],
])('[MSG-32] %s is shown with names, which mean the same afterwards', (typed, shown) => {
  const { text, picked } = decodeMentions(typed, known)
  expect(text).toBe(shown)
  expect(encodeMentions(text, { users, groups: [design] }, picked)).toBe(typed)
})
