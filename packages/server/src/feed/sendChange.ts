import { findChannel, isVisibleTo } from '#domain/channels/find'
import { isInAudience } from '#domain/streams/audience'
import type { Outgoing } from '#feed/frames/outgoing'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { findViewerChannel } from '#feed/objects/channels'
import type { ConsistentRead } from './consistentRead.ts'
import { frameBytes } from './frameBytes.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

const inWelcome: ReadonlySet<ServerFrame['type']> = new Set(['read', 'scheduled', 'followed', 'unseen'])

export type Change = Exclude<Outgoing, { to: 'watchers' }>

/** A viewer, or a list that collects frames for one. */
export interface Receiver {
  readonly viewer: Viewer
  write(bytes: Buffer, asOf: number, onlyCopy?: boolean): void
}

/** Sends a change to those of the receivers who may see it. */
export async function sendChange(
  viewers: Viewers,
  read: ConsistentRead,
  out: Change,
  receivers: readonly Receiver[],
): Promise<void> {
  const { db, asOf } = read
  if (receivers.length === 0) return
  if (out.to === 'reconnect') return receivers.forEach(({ viewer }) => viewer.close('restarting'))
  if (out.to === 'session') {
    const theirs = receivers.filter(({ viewer }) => viewer.session.hash === out.hash)
    return theirs.forEach(({ viewer }) => viewer.disconnect('signed_out'))
  }
  if (out.to === 'eachViewer') return sendChannelChange(viewers, read, out, receivers)
  if (out.to === 'person') {
    // No snapshot contains what is meant for one person alone, except for a few things that `welcome` has.
    const onlyCopy = !inWelcome.has(out.frame.type)
    const theirs = receivers.filter(({ viewer }) => viewer.caller.userId === out.userId)
    return theirs.forEach((to) => to.write(frameBytes(out.frame), asOf, onlyCopy))
  }
  if (out.to === 'showing') {
    const theirs = receivers.filter(({ viewer }) => viewer.shows.has(out.userId))
    return theirs.forEach((to) => to.write(frameBytes(out.frame), asOf, true))
  }
  if (out.to === 'team') {
    const bytes = frameBytes(out.frame)
    const deletedUser = out.frame.type === 'user_changed' && out.frame.user.deleted ? out.frame.user.id : undefined
    for (const to of receivers) {
      if (to.viewer.caller.userId === deletedUser) to.viewer.disconnect('signed_out')
      else to.write(bytes, asOf)
    }
    return
  }
  const channel = await findChannel(db, out.teamId, out.channelId)
  if (!channel || channel.deleted) return
  let open: Buffer | undefined
  let hidden: Buffer | undefined
  for (const to of receivers) {
    const { caller, watching } = to.viewer
    if (!channel.members.has(caller.userId) && !(watching.has(channel.id) && isVisibleTo(channel, caller))) continue
    if (!out.audience || isInAudience(out.audience, channel, caller))
      to.write((open ??= frameBytes(out.frame(false))), asOf)
    else to.write((hidden ??= frameBytes(out.frame(true))), asOf)
  }
}

/** Sends each viewer a channel as that viewer sees it. It looks the same to everybody who is not in it. */
export async function sendChannelChange(
  viewers: Viewers,
  { db, asOf }: ConsistentRead,
  { teamId, channelId, seq, subject }: Extract<Outgoing, { to: 'eachViewer' }>,
  receivers: readonly Receiver[],
): Promise<void> {
  const members = (await findChannel(db, teamId, channelId))?.members
  const changedFor = async (viewer: Viewer) => {
    const channel = (await findViewerChannel(db, viewer.caller, channelId)) ?? null
    return { channel, bytes: frameBytes({ type: 'channel_changed', seq, id: channelId, channel }) }
  }
  let forOthers: ReturnType<typeof changedFor> | undefined
  const changes: { to: Receiver; channel: object | null; bytes: Buffer }[] = []
  for (const to of receivers) {
    const isMember = members?.has(to.viewer.caller.userId)
    const change = await (isMember ? changedFor(to.viewer) : (forOthers ??= changedFor(to.viewer)))
    changes.push({ to, ...change })
  }
  // Nothing is read from here on: a snapshot that failed is taken again.
  for (const { to, channel, bytes } of changes) {
    const { viewer } = to
    // [PLA-1] A viewer that never saw the channel does not learn of it.
    if (!channel && subject !== viewer.caller.userId && !viewer.watching.has(channelId)) continue
    if (!channel) viewers.unwatch(viewer, channelId)
    to.write(bytes, asOf)
    // [STR-8] Membership decides who sees deltas. A viewer that is catching up is sent the streams anyway.
    if (to === viewer && subject === viewer.caller.userId && viewer.watching.has(channelId))
      viewer.missAllStreams(channelId)
  }
}
