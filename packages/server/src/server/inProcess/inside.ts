import type { Caller } from '#domain/access/caller'
import type { AppTokens } from '#domain/apps/credentials'
import type { Interactions } from '#domain/interactions/interactions'
import type { HintsRule } from '#domain/settings/hintRules'
import type { ProfileName } from '#domain/settings/profiles'
import type { StateChange } from '#domain/state/changes'
import type { WorkspaceState } from '#domain/state/state'
import type { FaultInjection } from '#http/development/faults/faultInjection'
import type { Journal } from '#http/development/journal/journal'
import type { NamedChannel, TeamDirectory } from '#http/development/kit/directory'
import type { Kit } from '#http/development/kit/kit'
import type { Snapshotable } from '#http/development/kit/snapshot'
import type { Act } from '#http/development/kit/story'
import type { SaidMessage } from '#http/development/personActs'
import type { Clock } from '#store/clock'

// The types of `rivulet/inProcess`. The package on npm has the declarations of what this file imports, so it must not import
// the whole server.

export type { FieldValue, Option, ShownView, StateValues } from '#domain/interactions/interactions'
export type { ActFault } from '#domain/faults/actFault'
export type { Hint } from '#http/development/hints/hint'
export type { InjectedFault, WaitingFault } from '#http/development/faults/fault'
export type {
  ActEntry,
  DeliveryEntry,
  InteractionEntry,
  CallEntry,
  JournalEntry,
} from '#http/development/journal/journalEntry'
export type { NamedApp, NamedChannel, NamedPerson, TeamDirectory } from '#http/development/kit/directory'
export type { Choice } from '#http/development/kit/elements'
export type { Message, Stream } from '#http/development/kit/message'
export type { Seen } from '#http/development/kit/seen'
export type { Snapshotable } from '#http/development/kit/snapshot'
export type { Act } from '#http/development/kit/story'
export type { Caller, Interactions, StateChange, WorkspaceState }

/** A workspace: a file, what such a file says, or a few words. */
export type WorkspaceSource = { path: string } | { document: object } | { outline: object }

/** A workspace that was made later, with the tokens of its people by their ids. */
export interface MadeTeam {
  team: TeamDirectory
  tokens: ReadonlyMap<string, string>
}

export interface InProcessOptions {
  /** `contract` or `slack`; what the workspace says by default. */
  profile?: ProfileName | undefined
  /** Whether calls that would fail or surprise on the public service are pointed out: `on` by default, in the journal alone, or `off`. */
  hints?: HintsRule | undefined
}

/** A server in this process. The functions are what people do and see; each follows the rules that hold in the web client. */
export interface InProcessServer {
  url: string
  journal: Journal
  faults: FaultInjection
  clock: Clock
  interactions: Interactions
  kit: Kit
  /** Errors of the server that nothing explains. */
  unexpectedErrors: unknown[]
  directory: TeamDirectory[]
  /** Makes a workspace beside those of the start, with ids and tokens of its own, and adds it to the directory. */
  makeWorkspace: (source: WorkspaceSource) => Promise<MadeTeam>
  dropWorkspace: (team: string) => Promise<void>
  findChannel: (team: string, name: string) => Promise<NamedChannel | undefined>
  /** The person as the one who acts. */
  person: (team: string, user: string) => Promise<Caller>
  say: (person: Caller, said: SaidMessage) => Promise<{ channel: string; ts: string }>
  upload: (person: Caller, file: { name: string; bytes: Uint8Array; alt?: string | undefined }) => Promise<string>
  react: (person: Caller, to: { channelId: string; ts: string; name: string; wanted: boolean }) => Promise<void>
  stopStream: (person: Caller, channel: string, ts: string) => Promise<void>
  /** New tokens of an app, beside those that it has. */
  newTokens: (team: string, app: string) => Promise<AppTokens>
  /** From now on, the app gets its events and interactions at this address, in place of a socket. */
  receiveAt: (team: string, appId: string, url: string) => Promise<void>
  /** What a test misses, and what happened in place of it. */
  tellStory: (missing: string, acts: readonly Act[], alsoUnsettled: readonly string[]) => Promise<string>
  snapshot: (what: Snapshotable) => string
  /** All that people and apps have made of a team. */
  state: (team: string) => Promise<WorkspaceState>
  /** What has been done between two states. */
  diffState: (before: WorkspaceState, after: WorkspaceState) => StateChange[]
  /** Sets the clock forward, and does what is due then. */
  advance: (duration: string) => Promise<void>
  stop: () => Promise<void>
}
