import type { HttpFailure } from '#store/tables/apps'
import type { Delivery } from './dueDeliveries.ts'

/** One attempt at a delivery, and what became of it. */
export interface Attempt {
  app: string
  team: string
  channel: string
  event_id: string
  event: Record<string, unknown>
  /** Set for Socket Mode. */
  envelope_id: string | undefined
  /** Set for HTTP: where it was posted to, and the status of the answer. */
  url?: string | undefined
  status?: number | undefined
  attempt: number
  outcome: 'sent' | 'acknowledged' | 'timeout' | 'given_up' | 'switched_off' | HttpFailure
  /** The reason, as a sentence. */
  detail?: string | undefined
  took_ms: number | undefined
  /** What was to be delivered; undefined for a challenge. */
  delivery?: Delivery
}

/** The last attempt has failed, so the delivery is dropped. */
export function givenUpAttempt(delivery: Delivery): Attempt {
  return toAttempt(delivery, 'given_up', { detail: `All ${delivery.attempt + 1} attempts failed.` })
}

/** An attempt at a delivery. */
export function toAttempt(delivery: Delivery, outcome: Attempt['outcome'], more: Partial<Attempt> = {}): Attempt {
  const { app_id: app, team_id: team, channel_id: channel, event_id, event, attempt } = delivery
  const none = { envelope_id: undefined, took_ms: undefined }
  return { app, team, channel, event_id, event, attempt, outcome, delivery, ...none, ...more }
}
