import { archiveChannel, unarchiveChannel } from '#domain/channels/archive'
import { createChannel } from '#domain/channels/create'
import { closeDirectMessage } from '#domain/channels/direct/closed'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { joinChannel } from '#domain/channels/membership/join'
import { kickMember, leaveChannel } from '#domain/channels/membership/leave'
import { renameChannel } from '#domain/channels/rename'
import { newId } from '#domain/ids'
import { requireChannel } from './requireChannel.ts'
import type { Stage } from './stage.ts'

/** A new channel in which the app is, so that nothing that people use is renamed or archived. */
export async function makesChannel(stage: Stage, isPrivate: boolean): Promise<string> {
  const name = freshName('plans')
  const kind = isPrivate ? 'the private channel' : 'the channel'
  const id = await stage.does(stage.person, `creates ${kind} #${name}`, (tx, who) =>
    createChannel(tx, who, name, isPrivate),
  )
  await stage.invites(id, [stage.bot], stage.facts.name)
  return id
}

/** Names of channels are unique, so each is new. */
function freshName(word: string): string {
  return `${word}-${newId('').toLowerCase().slice(-5)}`
}

export async function createsChannel(stage: Stage): Promise<void> {
  const name = freshName('plans')
  await stage.does(stage.person, `creates the channel #${name}`, (tx, who) => createChannel(tx, who, name, false))
}

export async function renames(stage: Stage, isPrivate: boolean): Promise<void> {
  const id = await makesChannel(stage, isPrivate)
  const name = freshName('dreams')
  await stage.does(stage.person, `renames it to #${name}`, (tx, who) => renameChannel(tx, who, id, name))
}

export async function archives(stage: Stage, isPrivate: boolean, thenOpens: boolean): Promise<void> {
  const id = await makesChannel(stage, isPrivate)
  await stage.does(stage.person, 'archives it', (tx, who) => archiveChannel(tx, who, id))
  if (thenOpens) await stage.does(stage.person, 'takes it back', (tx, who) => unarchiveChannel(tx, who, id))
}

/** A person takes the app out of a new channel. */
export async function removesApp(stage: Stage, isPrivate: boolean): Promise<void> {
  const id = await makesChannel(stage, isPrivate)
  await stage.does(stage.person, `takes ${stage.facts.name} out of it`, (tx, who) => kickMember(tx, who, id, stage.bot))
}

/** Somebody else joins the channel, or leaves it. */
export async function joins(stage: Stage, thenLeaves: boolean): Promise<void> {
  const shared = await requireChannel(stage.db, stage.cast.team, await stage.shared())
  // Nobody joins or leaves the general channel.
  const id = shared.general ? await makesChannel(stage, false) : shared.id
  const { other } = stage
  const where = await stage.nameOf(id)
  const channel = await requireChannel(stage.db, stage.cast.team, id)
  const isThere = channel.members.has(other.caller.userId)
  if (isThere && thenLeaves) {
    await stage.does(other, `leaves ${where}`, (tx, who) => leaveChannel(tx, who, id))
    await comesBack()
    return
  }
  if (isThere)
    await stage.does(stage.person, `takes ${other.name} out of ${where}`, (tx, who) =>
      kickMember(tx, who, id, other.caller.userId),
    )
  await comesBack()
  if (thenLeaves) await stage.does(other, `leaves ${where}`, (tx, who) => leaveChannel(tx, who, id))

  async function comesBack() {
    if (channel.kind === 'public') await stage.does(other, `joins ${where}`, (tx, who) => joinChannel(tx, who, id))
    else await stage.invites(id, [other.caller.userId], other.name)
  }
}

/** The person, the app and somebody else. */
export async function makesGroup(stage: Stage): Promise<string> {
  const { bot, other, facts } = stage
  const users = [bot, other.caller.userId]
  const words = `opens a direct message with ${facts.name} and ${other.name}`
  return (await stage.does(stage.person, words, (tx, who) => openDirectMessageWith(tx, who, users))).channel.id
}

/** Opens a direct message with the app, closed before if it was open: only that tells apps. */
export async function opensDirect(stage: Stage, isGroup: boolean, thenCloses: boolean): Promise<void> {
  const { bot, other, facts, person } = stage
  const users = isGroup ? [bot, other.caller.userId] : [bot]
  const names = isGroup ? `${facts.name} and ${other.name}` : facts.name
  const open = () =>
    stage.does(person, `opens the direct message with ${names}`, (tx, who) => openDirectMessageWith(tx, who, users))
  const close = (id: string) =>
    stage.does(person, 'closes it', async (tx, who) =>
      closeDirectMessage(tx, who, await requireChannel(tx, stage.cast.team, id)),
    )
  const { channel } = await open()
  await close(channel.id)
  if (thenCloses) return
  await open()
}
