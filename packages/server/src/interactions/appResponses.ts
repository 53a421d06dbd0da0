import { checkBlocks, checkView } from '@rivulet/blocks/check'
import type { View } from '@rivulet/blocks/types'
import { z } from 'zod'
import type { Options } from '#domain/interactions/interactions'
import type { InteractionResponse } from '#domain/interactions/respond'
import { Refusal } from '#domain/refusal'

const text = z.looseObject({ type: z.literal(['plain_text', 'mrkdwn']), text: z.string().max(75) })
const option = z.looseObject({ text, value: z.string().min(1).max(150), description: text.optional() })
const options = z.object({ options: z.array(option).max(100) })
const groups = z.object({
  option_groups: z
    .array(z.looseObject({ label: z.looseObject({ text: z.string().max(75) }), options: z.array(option).max(100) }))
    .max(100),
})

/** [ACT-6] An app's answer to an option request. */
export function parseOptions(answer: unknown): Options {
  if (answer === undefined) return { options: [] }
  const found = z.union([options, groups]).safeParse(answer)
  if (!found.success) throw invalidResponse('options')
  return JSON.parse(JSON.stringify(found.data))
}

const submissionAnswer = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('clear') }),
  z.object({ response_action: z.literal(['update', 'push']), view: z.unknown() }),
])

export type SubmissionAnswer =
  | { next: 'close' }
  | { next: 'clear' }
  | { next: 'errors'; errors: Record<string, string> }
  | { next: 'update' | 'push'; view: View }

/** [ACT-11] An app's answer to the submission of a modal. `blockIds`: those of its fields. */
export function parseSubmissionAnswer(answer: unknown, blockIds: ReadonlySet<string>): SubmissionAnswer {
  if (answer === undefined) return { next: 'close' }
  const found = submissionAnswer.safeParse(answer)
  if (!found.success) throw invalidResponse('response_action')
  const { data } = found
  if (data.response_action === 'clear') return { next: 'clear' }
  if (data.response_action === 'errors') {
    const errors = Object.entries(data.errors).filter(([id]) => blockIds.has(id))
    if (errors.length === 0) throw invalidResponse('errors')
    return { next: 'errors', errors: Object.fromEntries(errors) }
  }
  const checked = checkView(data.view, '/view')
  if (!checked.ok || checked.value.type !== 'modal') throw invalidResponse('view')
  return { next: data.response_action, view: checked.value }
}

const response = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.boolean().optional(),
  delete_original: z.boolean().optional(),
  thread_ts: z.string().optional(),
})

/** [ACT-12] What an app posts to a response URL, or answers to a slash command. */
export function parseResponse(answer: unknown): InteractionResponse {
  const body = typeof answer === 'string' ? { text: answer } : answer
  const found = response.safeParse(body, { reportInput: true })
  if (!found.success) throw new Refusal('invalid_payload', z.prettifyError(found.error))
  const { data } = found
  const blocks = data.blocks === undefined ? undefined : checkBlocks(data.blocks)
  if (blocks && !blocks.ok) {
    const [first] = blocks.faults
    throw new Refusal('invalid_blocks', `A block is invalid at ${first?.pointer}: ${first?.message}.`)
  }
  return {
    content: { text: data.text, blocks: blocks?.value, markdown: undefined },
    inChannel: data.response_type === 'in_channel',
    threadTs: data.thread_ts || undefined,
    original: data.delete_original ? 'deleted' : data.replace_original ? 'replaced' : 'stays',
  }
}

function invalidResponse(what: string): Refusal {
  return new Refusal('invalid_response', `The app answered with invalid ${what}.`)
}
