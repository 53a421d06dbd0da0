import { z } from 'zod'
import { searchScopes } from '#rpc/scopes'
import { method } from '#rpc/method'

export const info = method('assistant.search.info', {
  summary: 'Says whether assistant.search.context understands questions, or only words.',
  tokens: ['bot', 'user'],
  scopes: ['search:read', ...searchScopes],
  rate: 'tier2',
  args: z.object({}),
  result: z.object({ is_ai_search_enabled: z.literal(false).describe('Always false: words are searched.') }),
  errors: {},

  handle() {
    return { is_ai_search_enabled: false as const }
  },
})
