import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { getPerson, personErrors, personFields } from '#http/development/person'
import { react, say, upload } from '#http/development/personActs'
import { done, isDone } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { messageTs, shortId, textUpTo } from '#rpc/args/values'
import { receiveAt } from './receiveAt.ts'
import { readNames } from './directory.ts'
import { toStableText, takeSnapshot } from './snapshot.ts'
import { journalEntry } from '#http/development/journal/journalEntry'
import { shownMessage, toShownMessage } from './wire.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'journal' | 'kit'>>()

const maxFileBytes = 64 * 1024 * 1024
const maxSnapshotBytes = 16 * 1024 * 1024

const choice = z
  .union([z.string().max(maxLength.field), z.number(), z.array(z.string().max(maxLength.id)).max(200), z.null()])
  .describe('The text or value of an option, a date, text, an id; or several of them.')
const values = z
  .record(z.string().max(maxLength.field), choice)
  .default({})
  .describe('Of fields, by `action_id` or label.')
const words = z.string().max(maxLength.field)

/** What kits for tests do: people name things as they read them, and files come along. */
export const kitRoutes = [
  route({
    method: 'POST',
    path: '/control/share',
    name: 'share',
    summary: 'A person uploads a file and shares it.',
    bodyLimit: maxFileBytes,
    body: z.strictObject({
      ...personFields,
      channel: shortId.describe('A channel, or an app or person for the direct message with them.'),
      thread_ts: shortId.optional(),
      text: textUpTo(maxLength.text).default('').describe('Markdown.'),
      file: z.strictObject({
        name: z.string().min(1).max(255),
        content: z.base64().max(maxFileBytes).describe('Its bytes, in Base64.'),
        alt: words.optional().describe('Describes an image.'),
      }),
    }),
    answer: z.object({ channel: z.string(), ts: messageTs }),
    errors: personErrors,
    async handle({ body: { team, user, thread_ts: threadTs, file, ...said } }, stage) {
      const person = await getPerson(stage.store.db, team, user)
      const id = await upload(stage, person, { ...file, bytes: Uint8Array.fromBase64(file.content) })
      return say(stage, person, { ...said, threadTs, toAssistant: true, files: [id] })
    },
  }),
  route({
    method: 'POST',
    path: '/control/react',
    name: 'react',
    summary: 'A person adds an emoji to a message, or takes it away.',
    body: z.strictObject({
      ...personFields,
      channel: shortId,
      ts: shortId,
      name: shortId.describe('The name of the emoji: `tada`.'),
      wanted: z.boolean().default(true),
    }),
    answer: done,
    errors: personErrors,
    async handle({ body: { team, user, channel: channelId, ...to } }, stage) {
      await react(stage, await getPerson(stage.store.db, team, user), { channelId, ...to })
      return isDone
    },
  }),
  route({
    method: 'POST',
    path: '/control/use',
    name: 'use',
    summary: 'A person uses an element that is named by its `action_id`, or by what is written on it or above it.',
    body: z.strictObject({
      ...personFields,
      channel: shortId.optional(),
      ts: shortId.optional().describe('The message with the element; or a modal or home:'),
      view_id: shortId.optional(),
      element: words,
      choice: choice.optional(),
      values,
    }),
    answer: z.object({}),
    errors: personErrors,
    async handle(
      { body: { team, user, channel, ts, view_id, element, choice: chosen, values: given } },
      { store, kit },
    ) {
      const person = await getPerson(store.db, team, user)
      const surface = view_id === undefined ? { channel: channel ?? '', ts: ts ?? '' } : { view_id }
      await kit.use(person, surface, element, chosen, given)
      return {}
    },
  }),
  route({
    method: 'POST',
    path: '/control/fill',
    name: 'fill',
    summary: 'A person fills in a modal and submits it.',
    body: z.strictObject({ ...personFields, view_id: shortId, values }),
    answer: z.object({ errors: z.record(z.string(), z.string()).optional() }),
    errors: personErrors,
    async handle({ body: { team, user, view_id: viewId, values: given } }, { store, kit }) {
      const errors = await kit.submit(await getPerson(store.db, team, user), viewId, given)
      return errors ? { errors: { ...errors } } : {}
    },
  }),
  route({
    method: 'POST',
    path: '/control/direct',
    name: 'openDirectMessage',
    summary: 'Finds the direct message of a person with an app or another person, and opens it on first use.',
    body: z.strictObject({ ...personFields, with: shortId.describe('The id of an app or a person.') }),
    answer: z.object({ channel: z.string() }),
    errors: personErrors,
    async handle({ body: { team, user, with: other } }, { store, kit }) {
      return { channel: await kit.channelOf(await getPerson(store.db, team, user), other) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/reply',
    name: 'findReply',
    summary: 'Finds the first message of an app that answers something.',
    body: z.strictObject({
      team: shortId,
      app: shortId.describe('The id of the app.'),
      state: z.enum(['ended', 'streaming']).default('ended'),
      after: z.int().min(0).describe('A `position` of /control/changes.'),
      to: z
        .strictObject({ channel: shortId, ts: shortId.optional(), thread_ts: shortId.optional() })
        .optional()
        .describe('A message that is answered, or a channel.'),
      except: z.array(words).max(50_000).default([]).describe('Messages that do not count, each as "channel ts".'),
    }),
    answer: z.object({ message: shownMessage.nullable() }),
    errors: { team_not_found: 'There is no such team.' },
    bodyLimit: maxSnapshotBytes,
    async handle({ body: { to, except, ...wanted } }, { kit }) {
      const answered = to && { channel: to.channel, ts: to.ts, threadTs: to.thread_ts }
      const found = await kit.findReply({ ...wanted, to: answered, except: new Set(except) })
      return { message: found ? toShownMessage(found) : null }
    },
  }),
  route({
    method: 'POST',
    path: '/control/receive',
    name: 'receive',
    summary: 'From now on, events and interactions for an app are posted to this address, in place of a socket.',
    body: z.strictObject({ team: shortId, app: shortId, url: z.url({ protocol: /^https?$/ }).max(maxLength.field) }),
    answer: done,
    errors: { app_not_found: 'There is no such app.', any: 'What is wrong with the address.' },
    async handle({ body: { team, app, url } }, { store }) {
      await store.write((tx) => receiveAt(tx, team, app, url))
      return isDone
    },
  }),
  route({
    method: 'POST',
    path: '/control/story',
    name: 'tellStory',
    summary: 'Says what happened in a team, in order, for the error of a test.',
    bodyLimit: maxSnapshotBytes,
    body: z.strictObject({
      team: shortId,
      missing: z.string().max(10_000).describe('What the test misses.'),
      since: z.int().min(0).default(0).describe('Only what comes after this number of the journal.'),
      acts: z
        .array(z.strictObject({ words: z.string(), at: z.number(), journal: z.int() }))
        .max(10_000)
        .describe('What people did, with the time and the `journal` of /control/changes before it.'),
    }),
    answer: z.object({ text: z.string() }),
    errors: { team_not_found: 'There is no such team.' },
    async handle({ body: { team, missing, acts, since } }, { store, kit }) {
      return { text: await kit.tellStory(missing, [await readNames(store.db, team)], { acts, since }) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/snapshot',
    name: 'makeSnapshot',
    summary: 'Makes text of a message or of entries of the journal that is the same in every run.',
    bodyLimit: maxSnapshotBytes,
    body: z.strictObject({
      team: shortId,
      value: z.looseObject({}).optional().describe('Anything with ids in it.'),
      entries: z.array(journalEntry).optional().describe('Entries of the journal.'),
    }),
    answer: z.object({ text: z.string() }),
    errors: { team_not_found: 'There is no such team.' },
    async handle({ body: { team, value = {}, entries } }, { store }) {
      const names = [await readNames(store.db, team)]
      const url = store.db.cache.publicUrl
      return {
        text: entries ? takeSnapshot(names, url, entries) : toStableText(names, url, value),
      }
    },
  }),
]
