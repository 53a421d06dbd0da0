import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defaultConfig } from '#config'
import type { Caller } from '#domain/access/caller'
import type { Interactions } from '#domain/interactions/interactions'
import { parseDuration } from '#domain/settings/duration'
import { getPerson } from '#http/development/person'
import { react, say, type SaidMessage, stop, upload } from '#http/development/personActs'
import { findChannelByName, readDirectory } from '#http/development/kit/directory'
import { receiveAt } from '#http/development/kit/receiveAt'
import { type Snapshotable, takeSnapshot } from '#http/development/kit/snapshot'
import type { Act } from '#http/development/kit/story'
import { methods } from '#methods/index'
import { start } from '#server/start'
import { parseWorkspace } from '#workspace/file'

export type { FieldValue, Option, ShownView, StateValues } from '#domain/interactions/interactions'
export type { InjectedFault } from '#http/development/faults/fault'
export type { ActEntry, DeliveryEntry, InteractionEntry, CallEntry, JournalEntry } from '#http/development/journalEntry'
export type { NamedApp, NamedChannel, NamedPerson, TeamDirectory } from '#http/development/kit/directory'
export type { Choice } from '#http/development/kit/elements'
export type { Message, Stream } from '#http/development/kit/message'
export type { Seen } from '#http/development/kit/seen'
export type { Snapshotable } from '#http/development/kit/snapshot'
export type { Act } from '#http/development/kit/story'
export type { Caller, Interactions }

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
  const { interactions, journal, faults, kit, doWhatIsDue } = inside
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
    /** Errors of the server that nothing explains. */
    unexpectedErrors,
    directory,
    findChannel: (team: string, name: string) => findChannelByName(store, team, name),
    /** The person as the one who acts. */
    person: (team: string, user: string) => getPerson(store.db, team, user),
    say: (person: Caller, said: SaidMessage) => say(stage, person, said),
    upload: (person: Caller, file: { name: string; bytes: Uint8Array; alt?: string | undefined }) =>
      upload(stage, person, file),
    react: (person: Caller, to: { channelId: string; ts: string; name: string; wanted: boolean }) =>
      react(stage, person, to),
    stopStream: (person: Caller, channel: string, ts: string) => stop(stage, person, { channel, ts }),
    /** From now on, the app gets its events and interactions at this address, in place of a socket. */
    receiveAt: (team: string, appId: string, url: string) => store.write((tx) => receiveAt(tx, team, appId, url)),
    /** What a test misses, and what happened in place of it. */
    tellStory: (missing: string, acts: readonly Act[], alsoUnsettled: readonly string[]) =>
      kit.tellStory(missing, directory, acts, alsoUnsettled),
    snapshot: (what: Snapshotable) => takeSnapshot(directory, running.url, what),
    async advance(duration: string) {
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
  const folder = 'path' in source ? dirname(source.path) : '.'
  const readFile = (name: string) => readFileSync(resolve(folder, name), 'utf8')
  const options = { methods: [...methods.keys()], readFile }
  if ('document' in source) return parseWorkspace(JSON.stringify(source.document), 'workspace', options)
  return parseWorkspace(readFileSync(source.path, 'utf8'), source.path, options)
}
