import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defaultConfig } from '#config'
import { getAppDetails } from '#domain/apps/manage'
import { parseSource } from '#documents/documentError'
import { diffState } from '#domain/state/diff'
import { parseDuration } from '#domain/settings/duration'
import { getPerson } from '#http/development/person'
import { react, say, stop, upload } from '#http/development/personActs'
import { findChannelByName, readDirectory } from '#http/development/kit/directory'
import { receiveAt } from '#http/development/kit/receiveAt'
import { takeSnapshot } from '#http/development/kit/snapshot'
import type { TestWorkspaceSource } from '#http/development/workspaces/testWorkspaces'
import { methods } from '#methods/index'
import { start } from '#server/start'
import { checkWorkspace, parseWorkspace } from '#workspace/file'
import { OutlineIds } from '#workspace/outline/ids'
import { toDocument } from '#workspace/outline/toDocument'
import type { InProcessOptions, InProcessServer, WorkspaceSource } from './inside.ts'
import { readWholeState } from './wholeState.ts'

export type {
  Act,
  ActEntry,
  ActFault,
  CallEntry,
  Caller,
  Choice,
  DeliveryEntry,
  FieldValue,
  Hint,
  InjectedFault,
  InProcessOptions,
  InProcessServer,
  InteractionEntry,
  Interactions,
  JournalEntry,
  MadeTeam,
  Message,
  NamedApp,
  NamedChannel,
  NamedPerson,
  Option,
  Seen,
  ShownView,
  Snapshotable,
  StateChange,
  StateValues,
  Stream,
  TeamDirectory,
  WaitingFault,
  WorkspaceSource,
  WorkspaceState,
} from './inside.ts'

/**
 * Starts a development server in this process: in memory, on a port of its own of this machine alone. It shares nothing with
 * other servers, and reads neither `rivulet.config.yaml` nor the environment.
 */
export async function startInProcess(
  source: WorkspaceSource,
  { profile, hints }: InProcessOptions = {},
): Promise<InProcessServer> {
  const workspace = readWorkspace(source)
  const unexpectedErrors: unknown[] = []
  const running = await start({
    config: defaultConfig({ port: 0, data: ':memory:', push: 'off', profile, hints }),
    dev: true,
    workspace,
    onUnexpectedError: (error) => unexpectedErrors.push(error),
    stopPatienceMs: 1000,
  })
  const { store, inside } = running
  if (!inside) throw new Error('A development server has a journal.')
  const { interactions, journal, faults, kit, doWhatIsDue, workspaces } = inside
  const stage = { store, journal }
  const { clock } = store.db
  const directory = await readDirectory(store, kit.knownTokens)
  for (const { id } of directory) kit.happenings.follow(id)

  return {
    url: running.url,
    journal,
    faults,
    clock,
    interactions,
    kit,
    unexpectedErrors,
    directory,
    async makeWorkspace(wanted) {
      const made = await workspaces.make(toTestSource(wanted), readFileBeside(wanted))
      const { id, name } = made.team
      const team = { id, name, people: made.people, channels: made.channels, apps: made.apps }
      directory.push(team)
      kit.happenings.follow(id)
      return { team, tokens: new Map(made.people.map(({ id: person, token }) => [person, token])) }
    },
    async dropWorkspace(team) {
      await workspaces.drop(team)
      const at = directory.findIndex(({ id }) => id === team)
      if (at >= 0) directory.splice(at, 1)
    },
    findChannel: (team, name) => findChannelByName(store, team, name),
    person: (team, user) => getPerson(store.db, team, user),
    say: (person, said) => say(stage, person, said),
    upload: (person, file) => upload(stage, person, file),
    react: (person, to) => react(stage, person, to),
    stopStream: (person, channel, ts) => stop(stage, person, { channel, ts }),
    newTokens: async (team, app) => (await store.write((tx) => getAppDetails(tx, { team, app }, 'new'))).tokens,
    receiveAt: (team, appId, url) => store.write((tx) => receiveAt(tx, team, appId, url)),
    tellStory: (missing, acts, alsoUnsettled) => kit.tellStory(missing, directory, { acts, also: alsoUnsettled }),
    snapshot: (what) => takeSnapshot(directory, running.url, what),
    state: (team) => readWholeState(store, team),
    diffState,
    async advance(duration) {
      const milliseconds = parseDuration(duration)
      if (milliseconds === undefined)
        throw new TypeError(`${JSON.stringify(duration)} is no duration like "90s" or "10m".`)
      clock.advance(milliseconds)
      await doWhatIsDue()
    },
    async stop() {
      await running.stop()
    },
  }
}

function readWorkspace(source: WorkspaceSource) {
  const readFile = readFileBeside(source)
  const options = { methods: [...methods.keys()], readFile }
  if ('path' in source) return parseWorkspace(readFileSync(source.path, 'utf8'), source.path, options)
  if ('document' in source) return checkWorkspace(source.document, options)
  return checkWorkspace(toDocument(source.outline, new OutlineIds(), readFile), options)
}

/** The source of a workspace that is made later, as a value. */
function toTestSource(source: WorkspaceSource): TestWorkspaceSource {
  if (!('path' in source)) return source
  return { document: Object(parseSource(readFileSync(source.path, 'utf8'), source.path).value) }
}

/** Manifests are named by their paths from the workspace file, or from the working directory. */
function readFileBeside(source: WorkspaceSource): (path: string) => string {
  const folder = 'path' in source ? dirname(source.path) : '.'
  return (name) => readFileSync(resolve(folder, name), 'utf8')
}
