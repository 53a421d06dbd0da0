import { countPins, findPins } from '#domain/pins/pins'
import { findPersonCaller } from '#domain/people/personCaller'
import type { Db } from '#store/db'
import { findViewerBookmarks, findViewerScheduled } from '#feed/objects/kept'
import { laterChangedFrame } from '#feed/objects/later'
import type { Outgoing } from './outgoing.ts'
import { type ChangedThing, toChannel } from './changedThing.ts'

/** Whether a message is pinned now, and how many are. */
export async function outgoingFromPin(db: Db, thing: ChangedThing): Promise<Outgoing[]> {
  const { teamId, channelId, ts, seq } = thing
  const channel = { team_id: teamId, id: channelId }
  const pin = (await findPins(db, channel, [ts])).get(ts)
  const pinned = pin ? { by: pin.user_id, at: pin.pinned_at } : null
  const pins = await countPins(db, channel)
  return [toChannel(thing, { type: 'pin', seq, channel: channelId, ts, pinned, pins })]
}

export async function outgoingFromBookmarks(db: Db, thing: Omit<ChangedThing, 'ts'>): Promise<Outgoing[]> {
  const { teamId, channelId, seq } = thing
  const bookmarks = await findViewerBookmarks(db, { team_id: teamId, id: channelId })
  return [toChannel(thing, { type: 'bookmarks', seq, channel: channelId, bookmarks })]
}

/** [LAT-2] What a person keeps of a message now. */
export async function outgoingFromSaved(
  db: Db,
  { teamId, channelId, ts, seq }: ChangedThing,
  userId: string,
): Promise<Outgoing[]> {
  const person = await findPersonCaller(db, teamId, userId)
  if (!person) return []
  return [{ to: 'person', teamId, userId, frame: await laterChangedFrame(db, person, { channelId, ts }, seq) }]
}

/** What a person has scheduled. Apps have no viewers. */
export async function outgoingFromScheduled(
  db: Db,
  { teamId, userId, seq }: { teamId: string; userId: string; seq: number },
): Promise<Outgoing[]> {
  const person = await findPersonCaller(db, teamId, userId)
  if (!person) return []
  const scheduled = await findViewerScheduled(db, person)
  return [{ to: 'person', teamId, userId, frame: { type: 'scheduled', seq, scheduled } }]
}
