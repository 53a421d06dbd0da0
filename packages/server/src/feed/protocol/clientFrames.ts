/** The first frame of a browser is `hello`. The others may follow in any order after `welcome` or `resumed`. */
export type ClientFrame =
  /** `after`, `epoch` and `watching` (the channels still open) ask to resume from a cursor, if that is possible. */
  | { type: 'hello'; protocol: 1; after?: number; epoch?: string; watching?: string[] }
  /** Watches a channel. Answered by `channel`; the channel's deltas follow until `close`. */
  | { type: 'open'; channel: string }
  | { type: 'close'; channel: string }
  /** Asks for a thread. Answered by `thread`. Deltas follow only if its channel is open. */
  | { type: 'thread'; channel: string; thread_ts: string }
  /**
   * Asks for the roots before `before`, in direct messages with their replies. Answered by `history`. `back_to`: at
   * least as far back as this ts, unless that is too far.
   */
  | { type: 'history'; channel: string; before: string; back_to?: string }
  /**
   * Sends a message. `id`, a UUID that the browser makes, lets it repeat the frame. Answered by `done` or `refused`.
   * `files`: uploaded files, images with an `alt` text; `text` may then be empty. `broadcast`: sends the reply to the
   * channel too.
   */
  | {
      type: 'send'
      id: string
      channel: string
      text: string
      thread_ts?: string
      broadcast?: boolean
      files?: { id: string; alt?: string }[]
    }
  /** Announces the upload of a file of `size` bytes. Answered by `expected` or `refused`. */
  | { type: 'upload'; id: string; name: string; size: number }
  /** Stops a stream or, given the ts of a root, the work of the agents in its thread. Answered by `done` or `refused`. */
  | { type: 'stop'; id: string; channel: string; ts: string }
  /** Adds or removes a reaction. Answered by `done` or `refused`. */
  | { type: 'react' | 'unreact'; id: string; channel: string; ts: string; name: string }
  /**
   * Starts another thread with an assistant in the direct message with it. `looking`: the channel that the person comes
   * from. Answered by `done` with the ts of the root, or by `refused`.
   */
  | { type: 'converse'; id: string; channel: string; looking?: string }
  /** The person now views the channel `looking` next to the app of a direct message. Answered only if `refused`. */
  | { type: 'looks'; channel: string; looking?: string }
  /** Opens the direct message with a person or a bot user. Answered by `opened` or `refused`. */
  | { type: 'direct'; id: string; user: string }
  /** Changes a channel. Answered by `changed` or `refused`. */
  | ChannelFrame
  /** Moves the read mark up to `ts`, never back. Not answered unless `refused`. */
  | { type: 'mark'; channel: string; ts: string }
  | { type: 'ping' }

export type ChannelFrame =
  | { type: 'create'; id: string; name: string; private: boolean }
  | { type: 'join'; id: string; channel: string }
  | { type: 'leave'; id: string; channel: string }
  | { type: 'invite'; id: string; channel: string; users: string[] }
  | { type: 'kick'; id: string; channel: string; user: string }
  | { type: 'topic'; id: string; channel: string; topic: string }
  | { type: 'archive'; id: string; channel: string }
