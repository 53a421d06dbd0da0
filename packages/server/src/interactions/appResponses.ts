import { areAttachmentsTooLarge, checkAttachments, checkBlocks, checkView, type Fault } from '@rivulet/blocks/check'
import type { View } from '@rivulet/blocks/types'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import type { Options } from '#domain/interactions/interactions'
import type { InteractionResponse } from '#domain/interactions/respond'
import { describeIssues } from '#domain/issues'
import { isObject } from '#domain/jsonObjects'
import { Refusal } from '#domain/refusal'
import { parseJson } from '#rpc/args/json'
import { flag } from '#rpc/args/values'

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

const legacyOption = z.object({ text: z.string().min(1).max(300), value: z.string().min(1).max(2000) })
const legacyOptions = z.union([
  z.object({ options: z.array(legacyOption).max(100) }),
  z.object({
    option_groups: z.array(z.object({ text: z.string().max(300), options: z.array(legacyOption).max(100) })).max(100),
  }),
])

/** [ATT-7] The same for a menu of an attachment, whose texts are strings. */
export function parseLegacyOptions(answer: unknown): Options {
  if (answer === undefined) return { options: [] }
  const found = legacyOptions.safeParse(answer)
  if (!found.success) throw invalidResponse('options')
  const plain = (text: string) => ({ type: 'plain_text' as const, text })
  const toOptions = (given: z.output<typeof legacyOption>[]) =>
    given.map(({ text, value }) => ({ text: plain(text), value }))
  if ('options' in found.data) return { options: toOptions(found.data.options) }
  return {
    option_groups: found.data.option_groups.map((group) => ({
      label: plain(group.text),
      options: toOptions(group.options),
    })),
  }
}

const submissionAnswer = z.discriminatedUnion('response_action', [
  z.object({
    response_action: z.literal('errors'),
    errors: z.record(z.string().max(maxLength.id), z.string().max(maxLength.field)),
  }),
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
  // A view may be JSON text, as views.open takes it.
  const checked = checkView(readJson(data.view, 'invalid_response', 'view'), '/view')
  if (!checked.ok || checked.value.type !== 'modal') throw invalidResponse('view')
  return { next: data.response_action, view: checked.value }
}

/** Returns a value that is native JSON or JSON text. */
function readJson(given: unknown, code: string, field: string): unknown {
  if (typeof given !== 'string') return given
  const parsed = parseJson(given)
  if (!parsed) throw new Refusal(code, `The app’s answer has an invalid \`${field}\`: it is text that is no JSON.`)
  return parsed.value
}

const response = z.object({
  text: z.union([z.string().meta({ maxLength: maxLength.text }), z.number().transform(String)]).optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: flag.optional(),
  delete_original: flag.optional(),
  thread_ts: z.string().max(maxLength.id).optional(),
})

/** What is meant where an app does not say it. */
type Defaults = Pick<InteractionResponse, 'inChannel' | 'original'>

/** [ATT-7] What an app answers to a button or menu of an attachment: without more, it takes the message's place. */
export const legacyDefaults: Defaults = { inChannel: true, original: 'replaced' }

/** [ACT-12] What an app posts to a response URL, or answers to a slash command. */
export function parseResponse(
  answer: unknown,
  defaults: Defaults = { inChannel: false, original: 'stays' },
): InteractionResponse {
  const body = typeof answer === 'string' ? { text: answer } : withoutNulls(answer)
  const found = response.safeParse(body, { reportInput: true })
  if (!found.success) throw new Refusal('invalid_payload', describeIssues(found.error.issues))
  const { data } = found
  const blocks = data.blocks === undefined ? undefined : checkBlocks(readJson(data.blocks, 'invalid_blocks', 'blocks'))
  if (blocks && !blocks.ok) throw invalidAt('invalid_blocks', 'A block', blocks.faults)
  const given = readJson(data.attachments, 'invalid_attachments', 'attachments')
  const attachments = given === undefined ? undefined : checkAttachments(given)
  if (attachments && !attachments.ok) throw invalidAt('invalid_attachments', 'An attachment', attachments.faults)
  if (attachments && areAttachmentsTooLarge(attachments.value))
    throw new Refusal('attachment_payload_limit_exceeded', 'The attachments are too large.')
  return {
    content: { text: data.text, blocks: blocks?.value, markdown: undefined, attachments: attachments?.value },
    inChannel: data.response_type === undefined ? defaults.inChannel : data.response_type === 'in_channel',
    threadTs: data.thread_ts || undefined,
    original: data.delete_original ? 'deleted' : originalAfter(data.replace_original, defaults),
  }
}

/** What is null counts as missing. */
function withoutNulls(answer: unknown): unknown {
  if (!isObject(answer)) return answer
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null))
}

function originalAfter(replace: boolean | undefined, defaults: Defaults): InteractionResponse['original'] {
  if (replace === undefined) return defaults.original
  return replace ? 'replaced' : 'stays'
}

function invalidAt(code: string, what: string, [first]: readonly Fault[]): Refusal {
  return new Refusal(code, `${what} is invalid at ${first?.pointer}: ${first?.message}.`)
}

function invalidResponse(what: string): Refusal {
  return new Refusal('invalid_response', `The app’s answer has an invalid \`${what}\`.`)
}
