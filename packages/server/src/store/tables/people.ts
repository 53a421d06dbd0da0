import type { Json } from './columns.ts'
import type { TeamPolicies } from './policies.ts'

/** Tables of enterprises, teams and their people. */
export interface PeopleTables {
  enterprises: { id: string; name: string }
  teams: {
    id: string
    name: string
    domain: string
    enterprise_id: string | null
    deleted: boolean
    state: 'active' | 'joining_org' | 'migrating'
    policies: Json<TeamPolicies>
  }
  users: {
    team_id: string
    id: string
    name: string
    real_name: string
    display_name: string
    email: string | null
    tz: string
    locale: string
    admin: boolean
    deleted: boolean
    two_factor: boolean
    /** scrypt, as `salt:hash` in base64. Null if they cannot sign in with a password. */
    password: string | null
    /** The app, for a bot user. */
    app_id: string | null
    updated_at: number
  }
  usergroups: { team_id: string; id: string; handle: string; name: string; users: Json<string[]> }
  emoji: { team_id: string; name: string; value: string }
  /** People signed in with a browser. */
  sessions: { hash: string; team_id: string; user_id: string; created_at: number; expires_at: number }
}
