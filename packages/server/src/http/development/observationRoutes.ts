import { z } from 'zod'
import { messageObject } from '#objects/messageSchema'
import { shortId } from '#rpc/args/values'
import { Refusal } from '#domain/refusal'
import { journalEntry } from '#http/development/journal/journalEntry'
import { getPerson } from './person.ts'
import { moment } from './routes/answers.ts'
import type { ControlContext } from './routes/context.ts'
import { routesFor } from './routes/route.ts'
import { readThreadAs } from './threadView.ts'
import { waitFor, waitQuery } from './wait.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'bus' | 'journal' | 'shutdown'>>()

const thread = z.object({
  messages: z.array(messageObject).describe('The root and its replies, the newest 1,000 at most.'),
  status: z
    .object({ text: z.string(), loading_messages: z.array(z.string()), app_id: z.string(), ends_at: moment })
    .nullable(),
  title: z.string().nullable(),
  suggestions: z
    .object({
      title: z.string().nullable(),
      app_id: z.string(),
      prompts: z.array(z.object({ title: z.string(), message: z.string() })).readonly(),
    })
    .nullable(),
  agents: z.array(z.object({ app_id: z.string(), status: z.string(), ends_at: moment.nullable() })),
})

const foundMessage = z.object({
  seq: z.int().describe('The number in the team’s log.'),
  at: moment,
  channel: z.string().nullable(),
  message: messageObject,
})

/** Shows what people see, what has happened, and what is about to happen. */
export const observationRoutes = [
  route({
    method: 'GET',
    path: '/control/thread',
    name: 'readThread',
    summary: 'Shows a thread as one person sees it, with open streams and the status line.',
    query: z.strictObject({ team: shortId, channel: shortId, thread_ts: shortId, viewer: shortId }),
    answer: thread,
    errors: { any: 'What the person may not see in the web client either.' },
    async handle({ query: { team, channel, thread_ts: threadTs, viewer } }, { store }) {
      const person = await getPerson(store.db, team, viewer)
      return store.snapshot((db) => readThreadAs(db, person, channel, threadTs))
    },
  }),
  route({
    method: 'GET',
    path: '/control/journal',
    name: 'readJournal',
    summary: 'Lists the last calls, deliveries and interactions, in order.',
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('Only what comes after this `seq`.'),
    }),
    answer: z.object({ entries: z.array(journalEntry) }),
    errors: {},
    handle: async ({ query }, { journal }) => ({ entries: journal.after(query.after) }),
  }),
  route({
    method: 'GET',
    path: '/control/wait',
    name: 'wait',
    summary: 'Answers with the first message, call, delivery or interaction that matches, once there is one.',
    query: waitQuery,
    answer: z.union([journalEntry, foundMessage]),
    errors: {
      request_timeout: { status: 408, means: 'Nothing that matches came in time.' },
      service_unavailable: { status: 503, means: 'The server is going down.' },
    },
    async handle({ query }, sources) {
      const found = await waitFor(sources, query)
      if (found) return found
      if (sources.shutdown.aborted) throw new Refusal('service_unavailable', 'The server is going down.')
      throw new Refusal('request_timeout', `Nothing that matches came within ${query.timeout}.`)
    },
  }),
]
