import type { SentEvent } from '#domain/apps/sentEvents'
import type { Channel } from '#domain/channels/find'

/** The `event` of an Events API payload. */
export interface InnerEvent extends Record<string, unknown> {
  type: string
  event_ts: string
}

/** An event, before it is known which apps subscribe to it. */
export interface AppEvent {
  /** The name by which manifests subscribe to it. */
  subscription: SentEvent
  /** The scope that an app needs; undefined if it needs none. */
  scope: string | undefined
  /** The bot user of the one app that it is for; undefined if it is for all apps. */
  onlyForBot?: string
  /** Set if apps that are not in the channel receive it too. */
  includesNonMembers?: true
  /** Channels whose apps know of it from an earlier event. */
  told?: readonly Channel[]
  /** Whose metadata it is about, and of which type: an app names those that it wants to know of. */
  metadata?: { app: string; type: string }
  /** The ts of the message whose content it contains. */
  ts: string | null
  event: InnerEvent
  /** What apps that have another scope receive in place of `event`. */
  withScope?: { scope: string; event: InnerEvent }
}
