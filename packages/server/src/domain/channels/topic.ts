import { countCodePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/access/caller'
import type { ChannelAccess } from './find.ts'
import { Refusal } from '#domain/refusal'
import { maxLength } from '#domain/lengths'
import type { Tx } from '#store/db'
import type { Notice } from '#store/tables/notice'
import { findOwnChangeableChannel, reloadChannel } from './changeable.ts'
import { applyChange, type ChangedColumns } from './applyChange.ts'

/** [ROM-6] Sets the topic. An empty text removes it. */
export function setTopic<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<ChannelAccess<C>> {
  return setTopicOrPurpose(tx, by, id, 'topic', given, (topic, userId, at) => ({
    set: { topic, topic_by: userId, topic_at: at },
    notice: { subtype: 'channel_topic', topic },
  }))
}

/** [ROM-6] Sets the purpose. An empty text removes it. */
export function setPurpose<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<ChannelAccess<C>> {
  return setTopicOrPurpose(tx, by, id, 'purpose', given, (purpose, userId, at) => ({
    set: { purpose, purpose_by: userId, purpose_at: at },
    notice: { subtype: 'channel_purpose', purpose },
  }))
}

async function setTopicOrPurpose<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  name: 'topic' | 'purpose',
  given: string,
  toChange: (text: string, userId: string, at: number) => { set: ChangedColumns; notice: Notice },
): Promise<ChannelAccess<C>> {
  const { channel, caller } = await findOwnChangeableChannel(tx, by, id)
  const text = checkTextLength(name, given)
  if (text === channel[name]) return { channel, caller }
  const { set, notice } = toChange(text, caller.userId, tx.clock.now())
  await applyChange(tx, channel, caller, set, notice)
  return { channel: await reloadChannel(tx, channel), caller }
}

function checkTextLength(name: 'topic' | 'purpose', given: string): string {
  const size = countCodePoints(given)
  if (size > maxLength.topic)
    throw new Refusal('too_long', `"${name}": at most ${maxLength.topic} characters; this has ${size}.`)
  return given.toWellFormed()
}
