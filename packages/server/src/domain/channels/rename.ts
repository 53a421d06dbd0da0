import type { ChannelAccess } from './find.ts'
import type { Caller } from '#domain/access/caller'
import type { Tx } from '#store/db'
import { checkNameIsFree, toChannelName } from './create.ts'
import { findOwnChangeableChannel, reloadChannel } from './changeable.ts'
import { applyChange } from './applyChange.ts'

/** [ROM-2, ROM-9] Renames a channel. */
export async function renameChannel<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  given: string,
): Promise<ChannelAccess<C>> {
  const { channel, caller } = await findOwnChangeableChannel(tx, by, id)
  const name = toChannelName(given)
  if (name === channel.name) return { channel, caller }
  await checkNameIsFree(tx, caller, name)
  const notice = { subtype: 'channel_name', old_name: channel.name, name } as const
  await applyChange(tx, channel, caller, { name }, notice, { type: 'renamed', name })
  return { channel: await reloadChannel(tx, channel), caller }
}
