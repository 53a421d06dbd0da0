import type { Generated } from 'kysely'

/** Tables of files. */
export interface FileTables {
  files: {
    team_id: string
    id: string
    /** Who uploads it, and with which app. */
    user_id: string
    app_id: string | null
    name: string
    title: string
    alt_text: string
    size: number
    /** The `filetype` of a snippet that was uploaded as one. */
    snippet_type: Generated<string | null>
    /** The pixels of a picture. */
    width: Generated<number | null>
    height: Generated<number | null>
    /** `expected`: no bytes yet. `received`: not completed yet. `deleted`: nobody sees it any more. */
    state: 'expected' | 'received' | 'ready' | 'deleted'
    /** The key of its bytes. Null while there are none. */
    blob: string | null
    /** The hash of the secret in the upload URL, which works once. */
    ticket: string | null
    /** The hash of the session of the browser that uploads it; null if an app does. */
    session: Generated<string | null>
    /** When it is deleted if it is not completed. */
    expires_at: number | null
    created_at: number
  }
  /** The messages that share a file. */
  file_shares: { team_id: string; file_id: string; channel_id: string; ts: string }
  /** Files that a person granted to an app in a modal. */
  file_grants: { team_id: string; file_id: string; app_id: string }
  /** PostgreSQL only: the bytes of files, in pieces. */
  file_parts: { key: string; n: number; bytes: Uint8Array; at: number }
}
