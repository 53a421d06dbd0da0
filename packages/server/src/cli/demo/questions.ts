import { findChannel } from '#domain/channels/find'
import { entriesAfter } from '#domain/log/numbers'
import { findMessage } from '#domain/messages/find'
import { findUser, displayNameOf } from '#domain/people/users'
import type { Db } from '#store/db'

export const demoTeam = 'T0WILLOW'
const bot = 'U0BROOK'

/** A message to the agent: in a direct message, or with a mention in a channel. */
export interface Question {
  team: string
  channel: string
  /** The thread to answer in. */
  ts: string
  user: string
  name: string
  text: string
  direct: boolean
  /** Nobody has asked anything yet: a conversation has begun. */
  begins: boolean
}

/** The questions logged in the demo's team after the log number `after`, and the log number reached. */
export async function questionsAfter(db: Db, after: number): Promise<{ questions: Question[]; cursor: number }> {
  const entries = await entriesAfter(db, demoTeam, after, 1000)
  const questions: Question[] = []
  for (const { kind, team_id: team, channel_id: channelId, ts, subject: user } of entries) {
    if (kind !== 'message' || !channelId || !ts || !user) continue
    const channel = await findChannel(db, team, channelId)
    const message = channel?.members.has(bot) ? await findMessage(db, channel, ts) : undefined
    const begins = message?.subtype === 'assistant_app_thread'
    if (!channel || !message || (!begins && (user === bot || message.app_id))) continue
    const direct = channel.kind === 'im'
    if (!direct && !message.text.includes(`<@${bot}>`)) continue
    const person = await findUser(db, team, user)
    const name = person ? displayNameOf(person) : ''
    const { text, thread_ts: root } = message
    questions.push({ team, channel: channelId, ts: root ?? ts, user, name, text, direct, begins })
  }
  return { questions, cursor: entries.at(-1)?.seq ?? after }
}
