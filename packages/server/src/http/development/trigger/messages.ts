import { addPin, removePin } from '#domain/pins/pins'
import { deleteFile } from '#domain/files/delete'
import { requireChannel } from '#http/development/trigger/requireChannel'
import { editMessage, removeMessage } from '#domain/people/messages/change'
import { sendMessage } from '#domain/people/messages/send'
import { toggleReaction } from '#domain/people/react'
import { Refusal } from '#domain/refusal'
import { say, upload } from '#http/development/personActs'
import { makesChannel, makesGroup } from './channels.ts'
import type { Stage } from './stage.ts'

const text = 'Is everything in?'

export async function mentions(stage: Stage): Promise<void> {
  await stage.says(await stage.shared(), `<@${stage.bot}> what is open?`)
}

/** Writes where messages are of the kind of the subscription. */
export const writes = {
  channels: async (stage: Stage) => stage.says(await stage.shared(), text),
  groups: async (stage: Stage) => stage.says(await makesChannel(stage, true), text),
  im: async (stage: Stage) => stage.says(await stage.direct(), text),
  mpim: async (stage: Stage) => stage.says(await makesGroup(stage), text),
}

export async function edits(stage: Stage): Promise<void> {
  const channelId = await stage.shared()
  const ts = await stage.says(channelId, 'Is everyting in?')
  await stage.does(stage.person, `changes it to “${text}”`, (tx, who) => editMessage(tx, who, { channelId, ts, text }))
}

export async function deletes(stage: Stage): Promise<void> {
  const channelId = await stage.shared()
  const ts = await stage.says(channelId, 'Wrong window')
  await stage.does(stage.person, 'deletes it', (tx, who) => removeMessage(tx, who, { channelId, ts }))
}

export async function reacts(stage: Stage, thenNoMore: boolean): Promise<void> {
  const channelId = await stage.shared()
  const ts = await stage.says(channelId, 'The build is green')
  const name = 'tada'
  await stage.does(stage.person, 'reacts with :tada:', (tx, who) =>
    toggleReaction(tx, who, { channelId, ts, name, wanted: true }),
  )
  if (thenNoMore)
    await stage.does(stage.person, 'takes it away', (tx, who) =>
      toggleReaction(tx, who, { channelId, ts, name, wanted: false }),
    )
}

export async function pins(stage: Stage, thenNoMore: boolean): Promise<void> {
  const id = await stage.shared()
  const ts = await stage.says(id, 'Read this first')
  const channel = () => requireChannel(stage.db, stage.cast.team, id)
  await stage.does(stage.person, 'pins it', async (tx, who) => addPin(tx, who, { channel: await channel(), ts }))
  if (thenNoMore)
    await stage.does(stage.person, 'takes the pin out', async (tx, who) =>
      removePin(tx, who, { channel: await channel(), ts }),
    )
}

export async function sharesLink(stage: Stage): Promise<void> {
  const [domain] = stage.facts.unfurlDomains
  if (domain === undefined)
    throw new Refusal(
      'not_enabled',
      `The manifest of ${stage.facts.name} has no unfurl_domains: nothing is a link of it.`,
    )
  await stage.says(await stage.shared(), `See https://${domain}/7`)
}

/** Shares a file; afterwards it is deleted, or only its message. */
export async function sharesFile(stage: Stage, then?: 'deletes' | 'unshares'): Promise<void> {
  const channel = await stage.shared()
  const { person } = stage
  const where = await stage.nameOf(channel)
  const id = await upload(stage, person.caller, { name: 'notes.txt', bytes: Buffer.from('Everything is in.\n') })
  const { ts } = await say(stage, person.caller, { channel, text: 'My notes', files: [id] })
  stage.did.push(`${person.name} shares notes.txt in ${where}`)
  if (then === 'deletes') await stage.does(person, 'deletes the file', (tx, who) => deleteFile(tx, who, id))
  if (then !== 'unshares') return
  // A file that is shared nowhere any more is deleted.
  const elsewhere = await makesChannel(stage, false)
  await stage.does(person, 'forwards the file there', (tx, who) =>
    sendMessage(tx, who, { channelId: elsewhere, text: 'My notes', forwarded: { attachments: [], files: [id] } }),
  )
  await stage.does(person, `deletes the message in ${where}`, (tx, who) =>
    removeMessage(tx, who, { channelId: channel, ts }),
  )
}

/** The app posts, changes and deletes what it wants to know of a message. */
export async function setsMetadata(stage: Stage, then?: 'changes' | 'takes away'): Promise<void> {
  const channel = await stage.shared()
  const [wanted] = stage.facts.metadata
  const event_type = wanted === undefined || wanted.type === '*' ? 'task' : wanted.type
  const metadata = (id: number) => ({ event_type, event_payload: { id } })
  const { ts } = await stage.calls('chat.postMessage', { channel, text: 'A task', metadata: metadata(1) })
  const changed = then === 'changes' ? metadata(2) : {}
  if (then) await stage.calls('chat.update', { channel, ts, text: 'A task', metadata: changed })
}
