import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { findChangeableChannel, findOwnChangeableChannel, notInChannel } from './changeable.ts'
import { applyChange } from './applyChange.ts'

/** [ROM-7] Archives a channel. Its messages stay readable. */
export async function archiveChannel(tx: Tx, by: Caller, id: string): Promise<void> {
  const { channel, caller } = await findChangeableChannel(tx, by, id, { archived: true })
  if (channel.archived) throw new Refusal('already_archived', `The channel ${id} is archived already.`)
  if (channel.general) throw new Refusal('cant_archive_general', `${id} is the general channel, where everybody is.`)
  if (!channel.members.has(caller.userId)) throw notInChannel(id)
  const change = { type: 'archived', by: caller.userId } as const
  await applyChange(tx, channel, caller, { archived: true }, { subtype: 'channel_archive' }, change)
}

/** [ROM-7] Takes a channel out of the archive. */
export async function unarchiveChannel(tx: Tx, by: Caller, id: string): Promise<void> {
  const { channel, caller } = await findOwnChangeableChannel(tx, by, id, { archived: true })
  if (!channel.archived) throw new Refusal('not_archived', `The channel ${id} is not archived.`)
  const change = { type: 'unarchived', by: caller.userId } as const
  await applyChange(tx, channel, caller, { archived: false }, { subtype: 'channel_unarchive' }, change)
}
