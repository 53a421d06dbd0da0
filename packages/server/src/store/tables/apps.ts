import type { Json } from './tables.ts'

/** Apps, what they were given, and what they are still to be told. */
export interface AppTables {
  /** Events that apps have not acknowledged yet. */
  deliveries: {
    event_id: string
    app_id: string
    team_id: string
    channel_id: string
    /** The message whose words are in the event. */
    ts: string | null
    /** The number in the log: the order in which they are sent. */
    seq: number
    type: string
    event: Json<Record<string, unknown>>
    /** When it happened. */
    at: number
    /** How often it was sent and not acknowledged, and what went wrong the last time. */
    attempt: number
    reason: '' | 'timeout' | 'connection_failed' | HttpFailure
    due_at: number
    /** From then on it is too old to be told. */
    kept_until: number
  }
  /** How requests with events went in a minute, which begins then; those of the last hour are kept. */
  app_requests: { app_id: string; minute: number; requests: number; failed: number }
  /** What opens one socket of an app, once. */
  socket_tickets: { hash: string; app_id: string; token_hash: string; expires_at: number }
  apps: {
    id: string
    bot_id: string
    bot_user: string
    manifest: Json<Record<string, unknown>>
    signing_secret: string | null
    client_id: string | null
    client_secret: string | null
    allowed_ips: Json<string[]> | null
    /** The address for events that answered its challenge; null: none did. */
    events_verified: string | null
    /** When events were switched off because most of them failed; null: they are on. */
    events_off_at: number | null
    removed: boolean
    /** The team that it was made in; null for one that a workspace file brought. */
    made_in: string | null
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
  }
  /** What a person agreed to, until the app fetches its tokens for it. */
  oauth_codes: {
    hash: string
    app_id: string
    team_id: string
    user_id: string
    scopes: Json<string[]>
    user_scopes: Json<string[]>
    redirect_uri: string
    /** Whether the app named the address, and did not leave it to its manifest. */
    redirect_asked: boolean
    used: boolean
    expires_at: number
  }
  /** What a token that expires is renewed with. */
  refresh_tokens: { hash: string; app_id: string; token_hash: string; used_at: number | null }
}

/** Why a request to an app did not come through. */
export type HttpFailure =
  | 'http_timeout'
  | 'too_many_redirects'
  | 'connection_failed'
  | 'ssl_error'
  | 'http_error'
  | 'unknown_error'
