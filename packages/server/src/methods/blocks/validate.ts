import { findBlockFaults, findMessageFaults, findViewFaults } from '@rivulet/blocks/check'
import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import { payload } from '#rpc/args/structured'
import { method } from '#rpc/method'

export const validate = method('blocks.validate', {
  summary: 'Checks blocks, a message or a view, and names every fault.',
  tokens: ['bot', 'user', 'app', 'org'],
  scopes: [],
  rate: 'special',

  args: z.object({
    blocks: payload('blocks', 'array')
      .optional()
      .describe('An array of blocks. Give exactly one of the three arguments.'),
    message: payload('message', 'object').optional().describe('A message, with `blocks` or `attachments`.'),
    view: payload('view', 'object').optional().describe('A view, as views.open takes it.'),
  }),

  result: z.object({}),

  errors: {
    invalid_blocks: {
      wrong: 'A block is not valid. `errors` names each fault with a JSON pointer that starts at the array.',
      cause: 'A block does not follow the rules for its type.',
      remedy: 'Fix what `errors` names; `constraint` says what is allowed.',
    },
    invalid_message: {
      wrong: 'A block of the message is not valid. The JSON pointers in `errors` start at the message.',
      cause: 'A block of the message or of an attachment does not follow the rules for its type.',
      remedy: 'Fix what `errors` names; `constraint` says what is allowed.',
    },
    invalid_view: {
      wrong: 'The view or one of its blocks is not valid. The JSON pointers in `errors` start at the view.',
      cause: 'A part of the view does not follow its rules.',
      remedy: 'Fix what `errors` names; `constraint` says what is allowed.',
    },
  },

  async handle(args) {
    const [payloadKind, ...others] = kinds.filter(({ name }) => args[name] !== undefined)
    if (!payloadKind || others.length > 0) {
      const detail = 'must provide exactly one of `blocks`, `view`, or `message`'
      throw new Refusal('invalid_arguments', detail, { messages: [detail] })
    }
    const faults = payloadKind.faults(args[payloadKind.name])
    const [first] = faults
    if (!first) return {}
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
    throw new Refusal(payloadKind.error, `At ${JSON.stringify(first.pointer)}: ${first.message}${more}.`, {
      messages: faults.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`),
      errors: faults.map((fault) => ({ code: 'failed_constraint', ...fault })),
    })
  },
})

const kinds = [
  { name: 'blocks', error: 'invalid_blocks', faults: (value: unknown) => findBlockFaults(value, '', expandMarkdown) },
  { name: 'message', error: 'invalid_message', faults: (value: unknown) => findMessageFaults(value, expandMarkdown) },
  { name: 'view', error: 'invalid_view', faults: findViewFaults },
] as const
