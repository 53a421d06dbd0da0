import type { Caller } from '#domain/access/caller'
import { fitOnPage } from '#domain/page'
import { readTypedText } from '#domain/people/messages/change'
import { listVersions } from '#domain/versions/versions'
import type { Db } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

type Asked<Type extends ClientFrame['type']> = Extract<ClientFrame, { type: Type }>

/** [MSG-32] What the person typed in a message of theirs. */
export async function typedFrame(db: Db, viewer: Caller, { id, channel, ts }: Asked<'typed'>): Promise<ServerFrame> {
  return { type: 'typed', id, text: await readTypedText(db, viewer, { channelId: channel, ts }) }
}

/** [MSG-35] What a message says and said, as far as it fits on a page. */
export async function versionsFrame(
  db: Db,
  viewer: Caller,
  { id, channel, ts }: Asked<'versions'>,
): Promise<ServerFrame> {
  const versions = await listVersions(db, viewer, { channelId: channel, ts })
  return { type: 'versions', id, versions: fitOnPage(versions.map(({ writtenAt: at, blocks }) => ({ at, blocks }))) }
}
