import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import type { Journal } from '#http/development/journal/journal'
import { isDone } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { callAgain } from './callAgain.ts'

const route = routesFor<Pick<ControlContext, 'api' | 'journal'>>()

export const replayRoutes = [
  route({
    method: 'POST',
    path: '/control/replay',
    name: 'replay',
    summary: 'Makes a call again, or sends a delivery or an interaction again.',
    body: z.strictObject({
      seq: z.int().min(1).describe('The number of an entry of the journal.'),
      retry: z.boolean().default(false).describe('Whether a delivery is marked as a retry.'),
    }),
    answer: z.object({ ok: z.literal(true), seq: z.int().describe('The number of the new entry.') }),
    errors: {
      entry_not_found: 'The journal has no such entry.',
      not_repeatable: 'The entry cannot be sent again: `detail` says why.',
      any: 'Why it could not be sent.',
    },
    async handle({ body: { seq, retry } }, { api, journal }) {
      const repeatable = journal.findRepeatable(seq)
      if (!repeatable) throw whyNot(journal, seq)
      if ('sendAgain' in repeatable) return { ...isDone, seq: await repeatable.sendAgain(seq, retry) }
      return { ...isDone, seq: await callAgain(api, repeatable.call, seq) }
    },
  }),
]

function whyNot(journal: Journal, seq: number): Refusal {
  const entry = journal.after(seq - 1).find((found) => found.seq === seq)
  if (!entry) {
    const oldest = journal.after(0)[0]?.seq
    const range = oldest === undefined ? 'it is empty' : `it has those from ${oldest} to ${journal.newest}`
    return new Refusal('entry_not_found', `The journal has no entry ${seq}: ${range}.`)
  }
  return new Refusal('not_repeatable', `The entry ${seq} cannot be sent again: ${reasonFor(entry)}.`)
}

function reasonFor(entry: { kind: string; event?: { type?: unknown }; args?: object }): string {
  if (entry.kind === 'call' && Object.keys(entry.args ?? {}).length === 0) return 'its arguments could not be read'
  if (entry.event?.type === 'url_verification') return 'a challenge is sent when the address of an app changes'
  if (!['call', 'delivery', 'interaction'].includes(entry.kind)) return 'it is what a person did, who can do it again'
  return 'it is too long ago, and what it held is gone'
}
