import { now } from '#domain/clock'
import type { HttpFailure } from '#store/tables/apps'
import type { Delivery } from './deliveries.ts'

/** What became of one attempt to tell an app of an event. */
export interface Attempt {
  app: string
  team: string
  channel: string
  event_id: string
  event: Record<string, unknown>
  /** Over Socket Mode. */
  envelope_id: string | undefined
  /** By HTTP: where it was posted to, and the status that came back. */
  url?: string | undefined
  status?: number | undefined
  attempt: number
  outcome: 'sent' | 'acknowledged' | 'timeout' | 'given_up' | 'switched_off' | HttpFailure
  /** Why, in words. */
  detail?: string | undefined
  took_ms: number | undefined
}

/** The last attempt failed too. */
export function givenUp(delivery: Delivery): Attempt {
  return attemptAt(delivery, 'given_up', { detail: `Tried ${delivery.attempt + 1} times in vain.` })
}

/** An attempt at a delivery; `at`: when it was sent. */
export function attemptAt(
  delivery: Delivery,
  outcome: Attempt['outcome'],
  { at, ...more }: { at?: number } & Partial<Attempt> = {},
): Attempt {
  const { app_id: app, team_id: team, channel_id: channel, event_id, event, attempt } = delivery
  const took_ms = at !== undefined && outcome !== 'sent' ? now() - at : undefined
  return { app, team, channel, event_id, event, envelope_id: undefined, attempt, outcome, took_ms, ...more }
}
