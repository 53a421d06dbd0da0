import { Client } from '#load/client'
import { field, textField } from '#load/untypedFields'
import { canary, theirBot, theirPerson } from './workspace.ts'

const [channel, secret, dm] = ['C0BOPEN', 'C0BSECRET', 'D0BANASCOUT']
const later = () => String(Math.floor(Date.now() / 1000) + 86_400)

/** Fills the other team with everything that has an id. Returns these ids. */
export async function fillTheirTeam(api: string): Promise<ReadonlySet<string>> {
  const bot = new Client(api, theirBot)
  const person = new Client(api, theirPerson)
  const ids = new Set<string>()
  const keep = async (client: Client, method: string, args: Record<string, string>) => {
    const answer = await client.callOrThrow(method, args)
    collectIds(answer, ids)
    return answer
  }
  const posted = await keep(person, 'chat.postMessage', { channel, text: `See ${canary}` })
  const ts = textField(posted, 'ts')
  await keep(bot, 'chat.postMessage', { channel: dm, thread_ts: '1767225600.000100', text: canary })
  await keep(bot, 'chat.startStream', {
    channel,
    thread_ts: ts,
    recipient_user_id: 'U0BANA',
    recipient_team_id: 'T0B',
    markdown_text: canary,
  })
  await keep(person, 'pins.add', { channel, timestamp: ts })
  await keep(person, 'reactions.add', { channel, timestamp: ts, name: 'tada' })
  await keep(person, 'bookmarks.add', {
    channel_id: channel,
    type: 'link',
    title: canary,
    link: `https://${canary}.example/`,
  })
  await keep(bot, 'chat.scheduleMessage', { channel, text: canary, post_at: later() })
  await keep(person, 'usergroups.create', { name: `More ${canary}`, handle: `more-${canary}` })
  const upload = await keep(person, 'files.getUploadURLExternal', { filename: `${canary}.txt`, length: '13' })
  await fetch(textField(upload, 'upload_url'), { method: 'POST', body: canary })
  const files = JSON.stringify([{ id: textField(upload, 'file_id'), title: canary }])
  await keep(person, 'files.completeUploadExternal', { files, channel_id: secret })
  await keep(person, 'conversations.create', { name: `own-${canary}`, is_private: 'true' })
  await keep(bot, 'views.publish', { user_id: 'U0BANA', view: JSON.stringify(home) })
  for (const method of ['users.list', 'conversations.list', 'usergroups.list', 'files.list', 'team.info'])
    await keep(person, method, method === 'conversations.list' ? { types: 'public_channel,private_channel,im' } : {})
  for (const one of [channel, secret, dm]) await keep(person, 'conversations.history', { channel: one })
  for (const client of [bot, person]) client.close()
  for (const shared of ['A0SCOUT', 'B0SCOUT', 'U0SCOUT', '1767225600.000100', 'EVERYONE']) ids.delete(shared)
  return ids
}

const home = { type: 'home', blocks: [{ type: 'section', text: { type: 'plain_text', text: canary } }] }

/** Everything in an answer that looks like an id or a ts, and is a value of its own. */
function collectIds(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && /^(?:[A-Z][A-Za-z0-9]{5,}|\d{10}\.\d{6})$/.test(value)) into.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) if (name !== 'app_id' && name !== 'bot_id') collectIds(inner, into)
}

/** The arguments of each method, by name, as the server's own OpenAPI document declares them. */
export async function readMethods(origin: string): Promise<Map<string, string[]>> {
  const document: unknown = await (await fetch(`${origin}/openapi.json`)).json()
  const schemas = field(field(document, 'components'), 'schemas')
  return new Map(
    Object.keys(Object(field(document, 'paths'))).map((path) => {
      const method = path.slice(1)
      return [method, Object.keys(Object(field(field(schemas, method), 'properties')))]
    }),
  )
}
