import { z } from 'zod'
import { interactionBodies, interactionNames, performInteraction } from '#http/browser/interactions'
import { getPerson, personErrors, personFields } from './person.ts'
import type { ControlContext } from './routes/context.ts'
import { routesFor } from './routes/route.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'interactions'>>()

const options = z.array(z.looseObject({}))
const declared = {
  press: { summary: 'A person presses a button, or chooses, picks or types something.', answer: z.looseObject({}) },
  options: {
    summary: 'A person types into a select whose options the app loads.',
    answer: z.looseObject({ options: options.optional(), option_groups: options.optional() }),
  },
  submit: {
    summary: 'A person submits a modal.',
    answer: z.looseObject({
      errors: z.record(z.string(), z.string()).optional().describe('With them, by block_id, the modal stays open.'),
    }),
  },
  close: { summary: 'A person closes a modal.', answer: z.looseObject({}) },
  shortcut: { summary: 'A person uses a shortcut.', answer: z.looseObject({}) },
  command: { summary: 'A person sends a slash command.', answer: z.looseObject({}) },
  home: {
    summary: 'A person opens the Home or the messages of an app.',
    answer: z.looseObject({
      view: z.looseObject({}).nullable().describe('What the Home shows now.').optional(),
      thread_ts: z.string().optional().describe('The thread that was started with an assistant.'),
    }),
  },
} as const

/** Interacts with what apps show, as a browser does. */
export const interactionRoutes = interactionNames.map((name) =>
  route({
    method: 'POST',
    path: `/control/${name}`,
    name,
    summary: declared[name].summary,
    body: z.intersection(z.looseObject(personFields), interactionBodies[name]),
    answer: declared[name].answer,
    errors: { ...personErrors, ratelimited: 'The person does this too often.' },
    async handle({ body }, { store, interactions }) {
      const person = await getPerson(store.db, body.team, body.user)
      return { ...(await performInteraction[name](interactions, person, body)) }
    },
  }),
)
