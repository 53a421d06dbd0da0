import { maxLength } from '#domain/lengths'
import { Refusal } from '#domain/refusal'
import { textUpTo } from './values.ts'

const kinds: ReadonlyMap<string, 'public' | 'private' | 'mpim' | 'im'> = new Map([
  ['public_channel', 'public'],
  ['private_channel', 'private'],
  ['mpim', 'mpim'],
  ['im', 'im'],
] as const)

/** Kinds of conversation as the API names them, joined by commas. */
export const conversationTypes = textUpTo(maxLength.wordList)
  .default('public_channel')
  .describe('`public_channel`, `private_channel`, `mpim`, `im`, joined by commas.')

/** What a method that takes kinds of conversation may answer. */
export const conversationTypeErrors = {
  invalid_types: {
    wrong: '`types` has an unknown kind of conversation.',
    cause: 'A kind is misspelt.',
    remedy: 'Use public_channel, private_channel, mpim and im, joined by commas.',
  },
} as const

/** The kinds of channel that the argument names. Refused with `invalid_types`. */
export function parseConversationTypes(types: string): ('public' | 'private' | 'mpim' | 'im')[] {
  return types.split(',').map((type) => {
    const kind = [...kinds].find(([name]) => name === type.trim())?.[1]
    if (kind) return kind
    throw new Refusal(
      'invalid_types',
      `"types": ${JSON.stringify(type)} is not one of ${[...kinds.keys()].join(', ')}.`,
    )
  })
}
