import { blockFaults, messageFaults, viewFaults } from '@rivulet/blocks/checkPayload'
import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import { payload } from '#rpc/args/args'
import { method } from '#rpc/method'

export const validate = method('blocks.validate', {
  summary: 'Checks blocks, a message or a view, and names every fault.',
  tokens: 'none',
  scopes: [],
  rate: 'special',

  args: z.object({
    blocks: payload('blocks', 'array').optional().describe('An array of blocks. Exactly one of the three is given.'),
    message: payload('message', 'object').optional().describe('A message, with `blocks` or `attachments`.'),
    view: payload('view', 'object').optional().describe('A view, as views.open takes it.'),
  }),

  result: z.object({}),

  errors: {
    invalid_blocks: {
      wrong: 'A block is not valid; `errors` names each fault with a JSON pointer from the array on.',
      cause: 'A block breaks its declaration.',
      remedy: 'Mend what `errors` names; `constraint` says what would be right.',
    },
    invalid_message: {
      wrong: 'A block of the message is not valid; the pointers in `errors` start at the message.',
      cause: 'A block of the message, or of an attachment, breaks its declaration.',
      remedy: 'Mend what `errors` names; `constraint` says what would be right.',
    },
    invalid_view: {
      wrong: 'The view or a block of it is not valid; the pointers in `errors` start at the view.',
      cause: 'A part of the view breaks its declaration.',
      remedy: 'Mend what `errors` names; `constraint` says what would be right.',
    },
  },

  async handle(args) {
    const [given, ...more] = kinds.filter(({ name }) => args[name] !== undefined)
    if (!given || more.length > 0) {
      const detail = 'must provide exactly one of `blocks`, `view`, or `message`'
      throw new Refusal('invalid_arguments', detail, { messages: [detail] })
    }
    const faults = given.faults(args[given.name])
    const [first] = faults
    if (!first) return {}
    const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
    throw new Refusal(given.error, `At ${JSON.stringify(first.pointer)}: ${first.message}${others}.`, {
      messages: faults.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`),
      errors: faults.map((fault) => ({ code: 'failed_constraint', ...fault })),
    })
  },
})

const kinds = [
  { name: 'blocks', error: 'invalid_blocks', faults: (value: unknown) => blockFaults(value) },
  { name: 'message', error: 'invalid_message', faults: messageFaults },
  { name: 'view', error: 'invalid_view', faults: viewFaults },
] as const
