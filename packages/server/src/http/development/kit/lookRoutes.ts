import { z } from 'zod'
import { parseDuration } from '#domain/settings/duration'
import { durationText } from '#http/development/durationText'
import { getPerson, personErrors, personFields } from '#http/development/person'
import { moment } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { shortId } from '#rpc/args/values'
import { readNames } from './directory.ts'
import type { Kit } from './kit.ts'
import { namedApp, shownMessage, shownPlace, shownView, toShownMessage, toShownPlace, toTeam } from './wire.ts'
import { readTeam } from './directory.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'journal' | 'shutdown' | 'kit'>>()

const count = z.coerce.number().int().min(0)
const named = z.object({ id: z.string(), name: z.string() })
const longestMs = 60_000

/** What kits for tests look at, and wait for. */
export const lookRoutes = [
  route({
    method: 'GET',
    path: '/control/team',
    name: 'readTeam',
    summary: 'Lists who and what is in a team, with what its apps need to connect.',
    query: z.strictObject({
      team: shortId.optional().describe('Its id or domain; may be left out if there is only one.'),
    }),
    answer: z.object({
      team: named,
      people: z.array(named.extend({ display_name: z.string() })),
      channels: z.array(named),
      apps: z.array(namedApp),
    }),
    errors: { team_not_found: 'There is no such team, or there are several.' },
    async handle({ query: { team } }, { store, kit }) {
      const { id } = await readNames(store.db, team)
      return toTeam(await readTeam(store, id, kit.knownTokens))
    },
  }),
  route({
    method: 'GET',
    path: '/control/changes',
    name: 'waitForChange',
    summary: 'Says how far things are in a team, at once, or with `after` when something happens there.',
    query: z.strictObject({
      team: shortId,
      after: count.optional().describe('Waits while `turn` is this number.'),
      timeout: durationText.default('5s').describe('At most a minute; then the answer is as before.'),
    }),
    answer: z.object({
      turn: z.int().describe('Rises with everything that happens: what is logged, calls, deliveries, interactions.'),
      position: z.int().describe('Rises with what is logged. /control/reply takes it.'),
      journal: z.int().describe('The number of the newest entry of the journal.'),
      now: moment,
    }),
    errors: { team_not_found: 'There is no such team.' },
    async handle({ query: { team, after, timeout } }, { store, journal, shutdown, kit }) {
      const { happenings } = await follow(kit, store, team)
      const ended = AbortSignal.any([shutdown, AbortSignal.timeout(millisecondsOf(timeout))])
      while (after !== undefined && happenings.turnOf(team) <= after && !ended.aborted)
        await happenings.change(ended, team)
      const { position } = happenings
      return { turn: happenings.turnOf(team), position, journal: journal.newest, now: store.db.clock.now() }
    },
  }),
  route({
    method: 'GET',
    path: '/control/settled',
    name: 'waitUntilSettled',
    summary: 'Waits until nobody in a team has anything left to do, and for some time nothing has happened.',
    query: z.strictObject({ team: shortId, quiet: durationText.default('50ms'), timeout: durationText.default('5s') }),
    answer: z.object({ settled: z.boolean().describe('False after `timeout`.') }),
    errors: { team_not_found: 'There is no such team.' },
    async handle({ query: { team, quiet, timeout } }, { store, shutdown, kit }) {
      const { happenings } = await follow(kit, store, team)
      const ended = AbortSignal.any([shutdown, AbortSignal.timeout(millisecondsOf(timeout))])
      for (;;) {
        const changed = happenings.change(ended, team)
        if (await kit.isSettled(millisecondsOf(quiet), team)) return { settled: true }
        if (ended.aborted) return { settled: false }
        await changed
      }
    },
  }),
  route({
    method: 'GET',
    path: '/control/sees',
    name: 'readSight',
    summary: 'Shows what a person sees of a channel or thread, as text and as messages.',
    query: z.strictObject({
      ...personFields,
      channel: shortId.describe('A channel, or an app or person for the direct message with them.'),
      thread_ts: shortId.optional(),
    }),
    answer: shownPlace,
    errors: personErrors,
    async handle({ query: { team, user, channel, thread_ts: threadTs } }, { store, kit }) {
      const person = await getPerson(store.db, team, user)
      return toShownPlace(await kit.sees(person, await kit.channelOf(person, channel), threadTs))
    },
  }),
  route({
    method: 'GET',
    path: '/control/message',
    name: 'readMessage',
    summary: 'Shows a message as a person sees it, with how it was streamed.',
    query: z.strictObject({ ...personFields, channel: shortId, ts: shortId }),
    answer: shownMessage,
    errors: { ...personErrors, message_not_found: 'There is no such message.' },
    async handle({ query: { team, user, channel, ts } }, { store, kit }) {
      return toShownMessage(await kit.message({ channel, ts }, await getPerson(store.db, team, user)))
    },
  }),
  route({
    method: 'GET',
    path: '/control/view',
    name: 'readView',
    summary: 'Shows the modal on top of those that a person has open, or with `app` what that app shows in its Home.',
    query: z.strictObject({ ...personFields, app: shortId.optional() }),
    answer: z.object({ view: shownView.nullable() }),
    errors: personErrors,
    async handle({ query: { team, user, app } }, { store, kit }) {
      const person = await getPerson(store.db, team, user)
      const view = await (app === undefined ? kit.sight.modal(person) : kit.sight.home(person, app))
      return { view: view ? { ...view, blocks: view.blocks.map((block) => ({ ...block })) } : null }
    },
  }),
]

/** Only what happens while a team is followed is known. */
async function follow(kit: Kit, store: ControlContext['store'], team: string): Promise<Kit> {
  await readNames(store.db, team)
  kit.happenings.follow(team)
  return kit
}

function millisecondsOf(duration: string): number {
  return Math.min(Math.max(parseDuration(duration) ?? 0, 0), longestMs)
}
