import { type Channel, findChannel, noSuchChannel } from '#domain/channels/find'
import type { Db } from '#store/db'

export async function requireChannel(db: Db, team: string, id: string): Promise<Channel> {
  const channel = await findChannel(db, team, id)
  if (channel) return channel
  throw noSuchChannel(id)
}
