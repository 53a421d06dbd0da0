import { z } from 'zod'
import { eventFaultKinds } from '#domain/faults/eventFaults'
import { journaledFaults } from '#http/development/faults/fault'
import { moment } from '#http/development/routes/answers'

const head = { seq: z.int(), at: moment }
const repeating = {
  replays: z.int().optional().describe('The number of the entry that this one repeats, because somebody asked for it.'),
}
const tookMs = z.number().describe('Milliseconds.')

/** One attempt to deliver an event to an app. */
export const deliveryEntry = z.object({
  ...head,
  ...repeating,
  kind: z.literal('delivery'),
  team: z.string(),
  app: z.string(),
  channel: z.string(),
  event_id: z.string(),
  event: z.record(z.string(), z.unknown()).describe('As sent to the app; long texts are shortened.'),
  envelope_id: z.string().optional().describe('Of a delivery over Socket Mode.'),
  url: z.string().optional().describe('Of a delivery by HTTP: the address.'),
  status: z.int().optional().describe('Of a delivery by HTTP: the status of the answer.'),
  attempt: z.int(),
  outcome: z.string(),
  detail: z.string().optional().describe('The reason of the outcome, as a sentence.'),
  fault: z.enum(eventFaultKinds).optional().describe('The injected fault that the event met.'),
  took_ms: tookMs.optional(),
})
export type DeliveryEntry = z.output<typeof deliveryEntry>

/** One interaction of a person with an app, and the app's answer. */
export const interactionEntry = z.object({
  ...head,
  ...repeating,
  kind: z.literal('interaction'),
  team: z.string(),
  app: z.string(),
  user: z.string(),
  type: z.string(),
  payload: z
    .record(z.string(), z.unknown())
    .describe('As sent to the app, without its secrets; long texts are shortened.'),
  way: z.enum(['socket', 'http']),
  envelope_id: z.string().optional(),
  outcome: z.string(),
  detail: z.string(),
  answer: z.unknown().optional(),
  took_ms: tookMs,
})
export type InteractionEntry = z.output<typeof interactionEntry>

/** One call of the Web API. */
export const callEntry = z.object({
  ...head,
  ...repeating,
  kind: z.literal('call'),
  request_id: z.string(),
  method: z.string(),
  team: z.string().optional(),
  app: z.string().optional(),
  user: z.string().optional(),
  args: z.record(z.string(), z.unknown()).describe('As received, without tokens; long texts are shortened.'),
  status: z.int(),
  answer: z
    .record(z.string(), z.unknown())
    .describe('As answered, without secrets; long texts and lists are shortened.'),
  fault: z
    .enum(journaledFaults)
    .optional()
    .describe('An injected fault kept the answer, or half of it, from the app, or was done after the call.'),
  ok: z.boolean(),
  error: z.string().optional(),
  detail: z.string().optional(),
  hints: z
    .array(z.object({ code: z.string(), detail: z.string() }))
    .readonly()
    .describe('What would fail or surprise on the public service.'),
  took_ms: tookMs,
})
export type CallEntry = z.output<typeof callEntry>

/** What a person did. What they do with an element, a modal or a command of an app is an interaction. */
export const actEntry = z.object({
  ...head,
  kind: z.literal('act'),
  team: z.string(),
  user: z.string(),
  act: z
    .string()
    .describe('`says`, `edits`, `deletes`, `forwards`, `uploads`, `stops`, `reacts`, `unreacts`, `opens` …'),
  channel: z.string().optional(),
  ts: z.string().optional().describe('The message that they wrote, or that the act is about.'),
  detail: z
    .record(z.string(), z.unknown())
    .describe('What else it takes to do the same again; long texts are shortened.'),
})
export type ActEntry = z.output<typeof actEntry>

export const journalEntry = z.discriminatedUnion('kind', [callEntry, deliveryEntry, interactionEntry, actEntry])
export type JournalEntry = z.output<typeof journalEntry>
