import { z } from 'zod'
import { Refusal } from '#domain/refusal'

const kinds = new Map([
  ['public_channel', 'public'],
  ['private_channel', 'private'],
  ['mpim', 'mpim'],
  ['im', 'im'],
] as const)

export const conversationTypes = z
  .string()
  .default('public_channel')
  .describe('`public_channel`, `private_channel`, `mpim`, `im`, joined by commas.')

export const typeErrors = {
  invalid_types: {
    wrong: '`types` names something that is no kind of conversation.',
    cause: 'A misspelt kind.',
    remedy: 'Join kinds with commas: public_channel, private_channel, mpim, im.',
  },
} as const

export function kindsOf(types: string): ('public' | 'private' | 'mpim' | 'im')[] {
  return types.split(',').map((type) => {
    const kind = [...kinds].find(([name]) => name === type.trim())?.[1]
    if (kind) return kind
    throw new Refusal('invalid_types', `"types": ${JSON.stringify(type)} is none of ${[...kinds.keys()].join(', ')}.`)
  })
}
