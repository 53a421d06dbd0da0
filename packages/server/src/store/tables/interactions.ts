import type { Generated } from 'kysely'
import type { View } from '@rivulet/blocks/types'
import type { Json } from './columns.ts'

/** Tables of views, and of what lets an app answer interactions. */
export interface InteractionTables {
  /** Runs of the functions of apps, which apps call custom steps. */
  function_executions: {
    team_id: string
    id: string
    app_id: string
    callback_id: string
    inputs: Json<Record<string, unknown>>
    state: 'running' | 'completed' | 'failed'
    outputs: Json<Record<string, unknown>> | null
    error: string | null
    started_at: number
    ended_at: number | null
  }
  /** The messages that were posted with the token of a run. */
  function_messages: { team_id: string; channel_id: string; ts: string; execution_id: string }
  /** Views that an app shows to one person: modals in stacks, and its home. */
  views: {
    team_id: string
    id: string
    app_id: string
    user_id: string
    /** The modal at the bottom of the view stack, or the id of the home itself. */
    root_id: string
    /** How many modals are below this one. */
    depth: number
    /** The page on which it was opened. Null for every page of the person. */
    page: string | null
    external_id: string | null
    /** Changes with every update. */
    hash: string
    /** JSON in the database. */
    view: View
    changed_at: number
    /** Until when the app is asked about a submission. */
    submitting_until: Generated<number | null>
  }
  /** [ACT-6] The options that apps have offered to people at elements with external options. */
  offered_options: {
    team_id: string
    user_id: string
    /** Names the element and where it is. */
    element: string
    options: Json<OfferedOption[]>
    at: number
  }
  /** Triggers, each of which lets an app open one modal for a person who has just interacted. */
  triggers: {
    team_id: string
    hash: string
    app_id: string
    user_id: string
    page: string | null
    /** The view in which the person interacted. */
    view_id: string | null
    expires_at: number
    used_at: number | null
  }
  /** Response URLs, at which an app may answer an interaction without a token. */
  response_urls: {
    team_id: string
    hash: string
    app_id: string
    user_id: string
    channel_id: string
    /** The message in which the person interacted. */
    ts: string | null
    thread_ts: string | null
    uses: number
    expires_at: number
  }
}

export interface OfferedOption {
  text: OptionText
  value: string
  description?: OptionText
}

interface OptionText {
  type: 'plain_text' | 'mrkdwn'
  text: string
}
