import type { Generated } from 'kysely'
import type { Sealed } from '#store/secrets/secrets'
import type { Json } from './columns.ts'

/** Tables of apps: installations, tokens, and events that are still to be delivered. */
export interface AppTables {
  /** The outbox: events that apps have not acknowledged yet. */
  deliveries: {
    event_id: string
    app_id: string
    team_id: string
    channel_id: string
    /** The message whose content is in the event. */
    ts: string | null
    /** The number of the log entry, which orders the deliveries. */
    seq: number
    type: string
    event: Json<Record<string, unknown>>
    /** When it happened. */
    at: number
    /** How many attempts have failed, and why the last one did. */
    attempt: number
    reason: '' | 'timeout' | 'connection_failed' | HttpFailure
    due_at: number
    /** After this time it is too old to be delivered. */
    kept_until: number
    /** Only on PostgreSQL: the process that is sending it, as long as that lives [NOD-4]. */
    node: Generated<string | null>
  }
  /** How many requests with events were sent and failed, by minute, for the last hour. */
  app_requests: { app_id: string; minute: number; requests: number; failed: number }
  /** Tickets, each of which opens one socket of an app. */
  socket_tickets: { hash: string; app_id: string; token_hash: string; expires_at: number }
  apps: {
    id: string
    bot_id: string
    bot_user: string
    manifest: Json<Record<string, unknown>>
    signing_secret: Sealed
    client_id: string | null
    client_secret: Sealed
    allowed_ips: Json<string[]> | null
    /** The request URL for events that has passed its verification. */
    events_verified: string | null
    /** When events were turned off because most of them failed. Null while they are on. */
    events_off_at: number | null
    removed: boolean
    /** The team in which the app was created. Null if it comes from a workspace file. */
    made_in: string | null
    /** The file that it was last installed from. Null if that is not known. */
    origin: string | null
  }
  installations: { app_id: string; team_id: string; installed_by: string | null }
  tokens: {
    /** SHA-256 of the token, hex. The token itself is never stored. */
    hash: string
    kind: 'bot' | 'user' | 'app' | 'org'
    app_id: string | null
    team_id: string | null
    enterprise_id: string | null
    user_id: string | null
    scopes: Json<string[]>
    teams_granted: Json<string[]> | null
    expires_at: number | null
    revoked: boolean
    /** The run of a function that it came with. */
    execution_id: string | null
    /** The hash of the OAuth code that it was given for, or that the token it renews was given for. */
    code: Generated<string | null>
    /** Null for tokens older than this column. */
    created_at: Generated<number | null>
    /** Its last four characters, so that people can tell tokens apart. Null if it is short or older than this column. */
    last_four: Generated<string | null>
  }
  /** Codes for what a person agreed to, until the app exchanges them for tokens. */
  oauth_codes: {
    hash: string
    app_id: string
    team_id: string
    user_id: string
    scopes: Json<string[]>
    user_scopes: Json<string[]>
    redirect_uri: string
    /** Whether the app named the redirect URL, instead of leaving it to its manifest. */
    redirect_asked: boolean
    /** The PKCE challenge of the app, if it sent one. */
    challenge: string | null
    /** The channel that the person chose for an incoming webhook. */
    webhook_channel: string | null
    used: boolean
    expires_at: number
    /** What the app wants to find again in the id token. */
    nonce: Generated<string | null>
  }
  /** Incoming webhooks: addresses at which a program posts to one channel as an app, without a token. */
  webhooks: {
    team_id: string
    id: string
    /** SHA-256 of the secret in the address, hex. */
    hash: string
    app_id: string
    channel_id: string
    created_by: string | null
    created_at: number
    /** The hash of the OAuth code that it was given for. */
    code: Generated<string | null>
  }
  /** Refresh tokens, which renew tokens that expire. */
  refresh_tokens: { hash: string; app_id: string; token_hash: string; used_at: number | null }
}

/** Why a request to an app failed. */
export type HttpFailure =
  | 'http_timeout'
  | 'too_many_redirects'
  | 'connection_failed'
  | 'ssl_error'
  | 'http_error'
  | 'unknown_error'
