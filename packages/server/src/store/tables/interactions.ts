import type { View } from '@rivulet/blocks/checkPayload'

/** Of `Tables`: what apps show to one person, and by what they may answer to what a person does. */
export interface ActTables {
  /** What an app shows to one person: modals one over the other, and its home. */
  views: {
    team_id: string
    id: string
    app_id: string
    user_id: string
    /** The modal at the bottom of the pile; a home's own id. */
    root_id: string
    /** How many modals are below it. */
    depth: number
    /** The page on which it was opened; null: every page of the person. */
    page: string | null
    external_id: string | null
    /** Another one with each change. */
    hash: string
    /** JSON in the database. */
    view: View
    changed_at: number
  }
  /** What lets an app open a modal for who has just acted, once. */
  triggers: {
    team_id: string
    hash: string
    app_id: string
    user_id: string
    page: string | null
    /** The view in which the person acted. */
    view_id: string | null
    expires_at: number
    used_at: number | null
  }
  /** Where an app may answer to an act without a token. */
  response_urls: {
    team_id: string
    hash: string
    app_id: string
    user_id: string
    channel_id: string
    /** The message that was acted on. */
    ts: string | null
    thread_ts: string | null
    uses: number
    expires_at: number
  }
}
