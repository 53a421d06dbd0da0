import { hostname } from 'node:os'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'

/** [EVT-7] Why the server closes a socket. The key is the reason of the close frame, the value its code. */
export const closeReasons = {
  not_json: 4000,
  not_an_acknowledgement: 4001,
  too_many_frames: 4004,
  consumer_too_slow: 4008,
  too_many_websockets: 4009,
  link_disabled: 4010,
  refreshed: 1000,
  restarting: 1012,
} as const
export type CloseReason = keyof typeof closeReasons

/** Names this server in the frames that apps are sent. */
export const debug_info = { host: hostname() }

/** What an app sends: that an envelope has arrived, and for some types an answer. */
const acknowledgement = z.looseObject({
  envelope_id: z.string().min(1).max(maxLength.id),
  payload: z.unknown().optional(),
})

/** The acknowledgement in a text message, or the reason to close the socket. */
export function readAcknowledgement(text: string): { envelopeId: string; payload: unknown } | { wrong: CloseReason } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrong: 'not_json' }
  }
  const read = acknowledgement.safeParse(value)
  return read.success
    ? { envelopeId: read.data.envelope_id, payload: read.data.payload }
    : { wrong: 'not_an_acknowledgement' }
}

export type AppFrame =
  | {
      type: 'hello'
      num_connections: number
      /** `approximate_connection_time`: how long the socket lives, in seconds. */
      debug_info: { host: string; approximate_connection_time: number }
      connection_info: { app_id: string }
    }
  | {
      type: 'disconnect'
      reason: 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets'
      debug_info: { host: string }
    }
  | {
      envelope_id: string
      type: 'events_api'
      payload: Record<string, unknown>
      accepts_response_payload: boolean
      retry_attempt: number
      retry_reason: string
    }
  | {
      envelope_id: string
      type: 'interactive' | 'slash_commands'
      payload: Record<string, unknown>
      accepts_response_payload: boolean
    }
