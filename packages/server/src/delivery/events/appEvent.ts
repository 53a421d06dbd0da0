/** The `event` of an Events API payload. */
export interface InnerEvent extends Record<string, unknown> {
  type: string
  event_ts: string
}

/** An event, before it is known which apps subscribe to it. */
export interface AppEvent {
  /** The name by which manifests subscribe to it. */
  subscription: string
  /** The scope that an app needs; undefined if it needs none. */
  scope: string | undefined
  /** The bot user of the one app that it is for; undefined if it is for all apps. */
  onlyForBot?: string
  /** Set if apps that are not in the channel receive it too. */
  includesNonMembers?: true
  /** The ts of the message whose content it contains. */
  ts: string | null
  event: InnerEvent
}
