import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { expect } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { listLiveStatuses } from '#domain/threads/status'
import { readThreadAs } from '#http/development/threadView'
import { people } from './commands.ts'
import { expectedMessage, readMessage } from './content.ts'
import { type CrashableServer, teamId } from './crashableServer.ts'
import type { ModelMessage, ThreadModel } from './threadModel.ts'
import type { PersonViewer } from './viewers.ts'

interface Compared {
  server: CrashableServer
  channel: string
  root: string
  model: ThreadModel
  timestamps: ReadonlyMap<ModelMessage, string>
  viewers: readonly PersonViewer[]
}

/** Expects that what is stored is what the model says. */
export async function expectStored({ server, channel, root, model, timestamps }: Compared): Promise<void> {
  // As text, because the report of a failed run does not show an error.
  expect(server.unexpectedErrors.map((error) => (error instanceof Error ? error.stack : error))).toEqual([])
  const ana = (await findPersonCaller(server.store.db, teamId, people[0]))!
  const { thread, statuses } = await server.store.snapshot(async (db) => ({
    thread: await readThreadAs(db, ana, channel, root),
    statuses: (await listLiveStatuses(db, { team_id: teamId, id: channel }, root)).map(({ text }) => text),
  }))
  const expected = model.messages.filter(({ deleted }) => !deleted)
  const replies = thread.messages.slice(1)
  expect(replies.map(({ ts }) => ts)).toEqual(expected.map((message) => timestamps.get(message)))
  expect([...timestamps.values()]).toEqual([...new Set(timestamps.values())].toSorted())
  expect(replies.map(readMessage)).toEqual(expected.map(expectedMessage))
  expect(statuses.toSorted()).toEqual([...model.statuses].map(([app, { text }]) => `${app} ${text}`).toSorted())
}

/** After every command: expects that what viewers see is the beginning of what the model says. */
export function expectVisible({ model, timestamps, viewers }: Compared): void {
  for (const { user, viewer } of viewers) {
    for (const message of model.messages) {
      const stream = viewer.messages.get(timestamps.get(message) ?? '')?.stream
      if (!stream) continue
      expect(user).toBe(people[0]) // [STR-8]
      const shown = markdownFromReply(stream.reply).replace(/\uFFFD$/, '')
      expect(message.text.toWellFormed().slice(0, shown.length)).toBe(shown)
    }
  }
}
