import type { SocketRecord } from '#cli/record/fixture'

/** What a person said. */
export interface Said {
  channel: string
  user: string
  ts: string
  text: string
  thread_ts?: string
}

/** What a person said, if this is an event that tells of it. */
export function saidIn({ what, from, message }: SocketRecord): Said | undefined {
  const event: unknown = Reflect.get(Object(Reflect.get(Object(message), 'payload')), 'event')
  const { type, subtype, bot_id: bot, channel, user, ts, text, thread_ts } = Object(event)
  if (what !== 'message' || from !== 'server' || bot !== undefined || subtype !== undefined) return undefined
  if (type !== 'message' && type !== 'app_mention') return undefined
  if ([channel, user, ts, text].some((one) => typeof one !== 'string')) return undefined
  return { channel, user, ts, text, ...(typeof thread_ts === 'string' ? { thread_ts } : {}) }
}
