import { closeDirectMessage } from '#domain/channels/direct/closed'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { archiveChannel, unarchiveChannel } from '#domain/channels/archive'
import { createChannel } from '#domain/channels/create'
import { inviteMembers } from '#domain/channels/membership/invite'
import { kickMember } from '#domain/channels/membership/leave'
import { renameChannel } from '#domain/channels/rename'
import { uninstallApp } from '#domain/apps/uninstall'
import { changeProfile } from '#domain/people/profile/change'
import { toggleReaction } from '#domain/people/react'
import { postMessage } from '#methods/chat/postMessage'
import { update as updateMessage } from '#methods/chat/update'
import { create as createGroup } from '#methods/usergroups/create'
import { update as updateMembers } from '#methods/usergroups/users/update'
import type { createSubscribedApp } from '#testing/apps/recordedEvents'

export type Scene = Awaited<ReturnType<typeof createSubscribedApp>> & { file: string }

const [root, help] = ['1767225600.000100', 'C0HELP']
const task = (id: number) => ({ event_type: 'task', event_payload: { id } })

/** A channel of Ana and the app is created, renamed, archived and opened again. */
export async function changeChannel(scene: Scene, isPrivate: boolean): Promise<void> {
  const { as } = scene
  const channel = await makeChannel(scene, isPrivate)
  await as('U0ANA', (tx, ana) => renameChannel(tx, ana, channel, 'dreams'))
  await as('U0ANA', (tx, ana) => archiveChannel(tx, ana, channel))
  await as('U0ANA', (tx, ana) => unarchiveChannel(tx, ana, channel))
}

export async function makeChannel({ as }: Scene, isPrivate: boolean): Promise<string> {
  const channel = await as('U0ANA', (tx, ana) => createChannel(tx, ana, 'plans', isPrivate))
  await as('U0ANA', (tx, ana) => inviteMembers(tx, ana, channel, ['U0SCOUT'], false))
  return channel
}

export async function openAndClose({ as }: Scene, users: string[], by = 'U0ANA'): Promise<string> {
  const { channel } = await as(by, (tx, person) => openDirectMessageWith(tx, person, users))
  await as(by, (tx, person) => closeDirectMessage(tx, person, channel))
  return channel.id
}

export async function joinAndLeave({ as }: Scene): Promise<void> {
  await as('U0ANA', (tx, ana) => inviteMembers(tx, ana, help, ['U0EVE'], false))
  await as('U0ANA', (tx, ana) => kickMember(tx, ana, help, 'U0EVE'))
}

export async function removeScout(scene: Scene, isPrivate: boolean): Promise<void> {
  const id = await makeChannel(scene, isPrivate)
  await scene.as('U0ANA', (tx, ana) => kickMember(tx, ana, id, 'U0SCOUT'))
}

export async function react({ as }: Scene): Promise<void> {
  for (const wanted of [true, false])
    await as('U0ANA', (tx, ana) => toggleReaction(tx, ana, { channelId: help, ts: root, name: 'tada', wanted }))
}

export async function changeMetadata({ call }: Scene): Promise<void> {
  const { ts = '' } = await call(postMessage, { channel: help, text: 'One', metadata: task(1) })
  for (const metadata of [task(2), {}]) await call(updateMessage, { channel: help, ts, metadata })
}

export async function changeGroup({ call }: Scene): Promise<void> {
  const { usergroup } = await call(createGroup, { name: 'Cooks' })
  await call(updateMembers, { usergroup: usergroup?.id, users: 'U0BEN' })
}

export function changeOwnProfile({ as }: Scene, fields: Parameters<typeof changeProfile>[3]): Promise<unknown> {
  return as('U0BEN', (tx, ben) => changeProfile(tx, ben, 'U0BEN', fields))
}

export function uninstallScout({ store }: Scene): Promise<void> {
  return store.write(async (tx) => {
    const app = await tx.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow()
    await uninstallApp(tx, app, 'T0ACME')
  })
}
