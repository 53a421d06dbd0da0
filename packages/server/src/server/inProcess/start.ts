import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defaultConfig } from '#config'
import type { Caller } from '#domain/access/caller'
import type { Interactions } from '#domain/interactions/interactions'
import { parseDuration } from '#domain/settings/duration'
import { getPerson } from '#http/development/person'
import { react, resolveChannel, say, type SaidMessage, stop, upload } from '#http/development/personActs'
import { methods } from '#methods/index'
import { start } from '#server/start'
import type { FollowedEntry } from '#store/news'
import { parseWorkspace } from '#workspace/file'
import { findChannelByName, readDirectory } from './directory.ts'
import { Happenings } from './happenings.ts'
import { receiveAt } from './receiveAt.ts'
import { Sight } from './sight.ts'
import { findUnsettled } from './unsettled.ts'

export type { FieldValue, Option, ShownView, StateValues } from '#domain/interactions/interactions'
export type { InjectedFault } from '#http/development/faults/fault'
export type { ActEntry, DeliveryEntry, InteractionEntry, CallEntry, JournalEntry } from '#http/development/journalEntry'
export type { NamedApp, NamedChannel, NamedPerson, TeamDirectory } from './directory.ts'
export type { SeenMessage, SeenThread } from './sight.ts'
export type { Caller, FollowedEntry, Interactions }

/** The workspace to start with: a file, or what such a file says. */
export type WorkspaceSource = { path: string } | { document: object }

export type InProcessServer = Awaited<ReturnType<typeof startInProcess>>

/**
 * Starts a development server in this process: in memory, on a port of its own of this machine alone. It shares nothing with
 * other servers, and reads neither `rivulet.config.yaml` nor the environment. The functions are what people do and see; each
 * follows the rules that hold in the web client.
 */
export async function startInProcess(source: WorkspaceSource) {
  const workspace = readWorkspace(source)
  const unexpectedErrors: unknown[] = []
  const running = await start({
    config: defaultConfig({ port: 0, data: ':memory:', push: 'off' }),
    dev: true,
    workspace,
    onUnexpectedError: (error) => unexpectedErrors.push(error),
    stopPatienceMs: 1000,
  })
  const { store, inside } = running
  if (!inside) throw new Error('A development server has a journal.')
  const { interactions, journal, faults, appSockets, bus, doWhatIsDue } = inside
  const stage = { store, journal }
  const { clock } = store.db
  const happenings = await Happenings.follow(store, bus, journal)
  const known = workspace.tokens

  return {
    url: running.url,
    journal,
    faults,
    clock,
    interactions,
    happenings,
    sight: new Sight(store),
    /** Errors of the server that nothing explains. */
    unexpectedErrors,
    directory: await readDirectory(store, known),
    findChannel: (team: string, name: string) => findChannelByName(store, team, name),
    /** The person as the one who acts. */
    person: (team: string, user: string) => getPerson(store.db, team, user),
    say: (person: Caller, said: SaidMessage) => say(stage, person, said),
    /** The id of a channel, and of the direct message with an app or a person. */
    channelOf: (person: Caller, id: string) => store.write((tx) => resolveChannel(tx, person, id)),
    upload: (person: Caller, file: { name: string; bytes: Uint8Array; alt?: string | undefined }) =>
      upload(stage, person, file),
    react: (person: Caller, to: { channelId: string; ts: string; name: string; wanted: boolean }) =>
      react(stage, person, to),
    stopStream: (person: Caller, channel: string, ts: string) => stop(stage, person, { channel, ts }),
    findUnsettled: () => findUnsettled(store.db, appSockets, journal),
    isConnected: (appId: string) => appSockets.has(appId),
    /** From now on, the app gets its events and interactions at this address, in place of a socket. */
    receiveAt: (team: string, appId: string, url: string) => store.write((tx) => receiveAt(tx, team, appId, url)),
    async advance(duration: string) {
      const milliseconds = parseDuration(duration)
      if (milliseconds === undefined)
        throw new TypeError(`${JSON.stringify(duration)} is no duration like "90s" or "10m".`)
      clock.advance(milliseconds)
      await doWhatIsDue()
    },
    async stop() {
      happenings.stop()
      await running.stop()
    },
  }
}

function readWorkspace(source: WorkspaceSource) {
  const folder = 'path' in source ? dirname(source.path) : '.'
  const readFile = (name: string) => readFileSync(resolve(folder, name), 'utf8')
  const options = { methods: [...methods.keys()], readFile }
  if ('document' in source) return parseWorkspace(JSON.stringify(source.document), 'workspace', options)
  return parseWorkspace(readFileSync(source.path, 'utf8'), source.path, options)
}
