import type { Chunk } from '@rivulet/blocks/types'
import { findChannel } from '#domain/channels/find'
import { findStream } from '#domain/streams/read'
import { audienceOf } from '#domain/streams/audience'
import type { Db } from '#store/db'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { FollowedEntry } from '#store/news'
import type { Outgoing } from './outgoing.ts'

/** The deltas of one stream, in order. */
export async function outgoingFromDeltas(db: Db, deltas: readonly FollowedEntry[], seq: number): Promise<Outgoing[]> {
  const [first] = deltas
  if (!first?.channel_id || !first.ts) return []
  const channel = { team_id: first.team_id, id: first.channel_id }
  const stream = await findStream(db, channel, first.ts)
  if (!stream || !(await findChannel(db, channel.team_id, channel.id))) return []
  const frameOf = (part: readonly FollowedEntry[]): ServerFrame => ({
    type: 'delta',
    seq,
    channel: channel.id,
    thread_ts: stream.thread_ts,
    ts: stream.ts,
    from: part[0]?.n ?? 0,
    to: part.at(-1)?.n ?? 0,
    chunks: joinTexts(part.flatMap((delta) => delta.body ?? [])),
  })
  return [
    {
      to: 'watchers',
      teamId: channel.team_id,
      channelId: channel.id,
      ts: stream.ts,
      joinedFrame: () => frameOf(deltas),
      separateFrames: () => deltas.map((delta) => frameOf([delta])),
      audience: audienceOf(stream),
    },
  ]
}

/** Joins texts that follow each other. */
function joinTexts(chunks: readonly Chunk[]): Chunk[] {
  const out: Chunk[] = []
  for (const chunk of chunks) {
    const last = out.at(-1)
    if (chunk.type === 'markdown_text' && last?.type === 'markdown_text') {
      out[out.length - 1] = { type: 'markdown_text', text: last.text + chunk.text }
    } else out.push(chunk)
  }
  return out
}
