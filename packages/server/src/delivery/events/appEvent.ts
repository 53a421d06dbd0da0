/** The inner event of the Events API. */
export interface Inner extends Record<string, unknown> {
  type: string
  event_ts: string
}

/** Something that happened, as apps are told of it, before it is known which. */
export interface AppEvent {
  /** What a manifest names it by. */
  subscription: string
  /** Undefined: none is asked for. */
  scope: string | undefined
  /** The bot user of the one app it is for; undefined: it is for all. */
  only?: string
  /** Whether apps are told that are not in the channel. */
  outside?: true
  /** The message whose words are in it. */
  ts: string | null
  event: Inner
}
