import type { TeamPolicies } from '#store/tables/policies'
import { Refusal } from '#domain/refusal'

/** Who makes a call: an app with a token, or a person. It alone decides what the call may do. */
export interface Caller {
  kind: 'bot' | 'user' | 'app' | 'org' | 'person'
  /** The team the call acts in. Empty for an org-wide token until a channel says which. */
  teamId: string
  /** The bot user, or the person. */
  userId: string
  /** The app behind the token. The session of a person has none. */
  app: CallingApp | undefined
  scopes: readonly string[]
  enterpriseId: string | undefined
  /** Org-wide tokens: the teams that let the app in. */
  teamsGranted: readonly string[] | undefined
  /** The hash of the token. The session of a person has none. */
  tokenHash?: string
  /** The run of a function that the token came with. */
  executionId?: string
}

export interface CallingApp {
  id: string
  botId: string
  botUser: string
  name: string
  /** Whether people may write to it in a direct message. */
  messagesTab: boolean
  /** Whether its manifest declares it an agent. */
  agent: boolean
  /** Whether it subscribes to the event that says a reader has pressed Stop. */
  handlesStop: boolean
}

export interface CallingTeam {
  id: string
  name: string
  domain: string
  enterpriseId: string | undefined
  deleted: boolean
  state: 'active' | 'joining_org' | 'migrating'
  policies: TeamPolicies
}

export function isApp(caller: Caller): caller is Caller & { app: CallingApp } {
  return caller.app !== undefined && caller.kind !== 'user'
}

/** Narrows the caller to one with an app, for what only an app can own: a stream or a status. */
export function requireApp<C extends Caller>(caller: C): C & { app: CallingApp } {
  if (caller.app) return { ...caller, app: caller.app }
  throw new Refusal('not_allowed_token_type', 'The token belongs to no app; this needs one of an app.')
}

/** The caller of a method that needs no token. */
export const anonymous: Caller = {
  kind: 'person',
  teamId: '',
  userId: '',
  app: undefined,
  scopes: [],
  enterpriseId: undefined,
  teamsGranted: undefined,
}
