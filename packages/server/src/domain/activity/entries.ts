/** One entry of the list of what concerns a person: where in the list it is, and what it is about. */
export interface Entry {
  kind: 'mention' | 'thread' | 'reaction'
  /** When, as a ts. */
  at: string
  channel_id: string
  /** The message that it leads to. */
  ts: string
  thread?: { thread_ts: string; last_read: string }
  reaction?: { user: string; name: string }
}

export function keyOf({ channel_id: channel, ts }: { channel_id: string; ts: string }): string {
  return `${channel}/${ts}`
}
