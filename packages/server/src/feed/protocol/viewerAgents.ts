/** [AGT-1] A conversation with an agent or assistant, in the history of them. */
export interface ViewerConversation {
  /** The ts of its root. */
  ts: string
  /** The title that the app gave it, in mrkdwn. */
  title?: string
  /** How the first message of a person begins, in mrkdwn; empty if nobody has written. */
  first_words: string
  /** How the newest reply begins, in mrkdwn; empty if there is none, or while it streams. */
  last_words: string
  replies: number
  /** The ts of the newest message. */
  latest: string
}

/** [AGT-2] What an agent does in a thread: a reply that it streams, or else its status. Times are in Unix milliseconds. */
export interface ViewerWork {
  channel: string
  thread_ts: string
  app_id: string
  user: string
  username?: string
  icon_emoji?: string
  icon_url?: string
  /** The reply that it streams or has streamed. */
  ts?: string
  since: number
  /**
   * The last words of the reply, in Markdown, or the status. Empty if there are none that the viewer may see. How it begins, in
   * mrkdwn, once it has ended.
   */
  words: string
  /** The title of the task that the reply is at. */
  task?: string
  /** When a status ends by itself. */
  ends_at?: number
  /** There is no stream, and `stop` with the ts of the thread and the app ends the work. */
  stoppable?: true
  ended?: { at: number; by: 'app' | 'reader' | 'idle' | 'lifetime' | 'error' }
}
