import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { isDirect } from '#domain/channels/find'
import { findRoot, noSuchThread } from '#domain/channels/postingRules'
import { outside } from '#domain/threads/find'
import { channelToTell } from '#domain/threads/root'
import { newestThread, suggestPrompts } from '#domain/threads/suggestedPrompts'
import { channelId, jsonList, messageTs, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { threadErrors } from '#rpc/errors/thread'

const prompt = z.object({
  title: textUpTo(255).min(1).describe('How it is called.'),
  message: textUpTo(4000).min(1).describe('What is sent when somebody picks it.'),
})

export const setSuggestedPrompts = writingMethod('assistant.threads.setSuggestedPrompts', {
  summary: 'Suggests up to four things to ask, until somebody says something.',
  tokens: ['bot'],
  scopes: ['assistant:write'],
  rate: 'tier4',

  args: z.object({
    channel_id: channelId.describe('The channel or direct message.'),
    prompts: jsonList(prompt, 4)
      .meta({ examples: [[{ title: 'What changed?', message: 'What changed since yesterday?' }]] })
      .describe('What to suggest, at most 4: `title` and `message`. An empty array takes them away.'),
    thread_ts: messageTs
      .optional()
      .describe(
        'A message of the thread. Assistants have to name one; agents do not, and one that they name is ignored.',
      ),
    title: textUpTo(255).optional().describe('What stands above the suggestions.'),
  }),

  result: z.object({}),

  errors: {
    ...threadErrors,
    message_not_found: {
      wrong: 'An agent named no `thread_ts`, and there is no message in the channel yet.',
      cause: 'In a channel the suggestions stand in the thread of the newest message.',
      remedy: 'Post a message first.',
    },
    not_agent_app: {
      wrong: '`thread_ts` is missing, and the app’s manifest does not declare it an agent.',
      cause: 'Only agents (`features.agent_view`) suggest outside of threads.',
      remedy: 'Give the `thread_ts` of the assistant’s thread, or declare the app an agent.',
    },
  },

  async handle(args, { caller: by, db, refuse, warn }) {
    const { channel, caller } = await channelToTell(db, by, args.channel_id)
    const { app } = asApp(caller)
    const suggestion = { channel, appId: app.id, title: args.title || undefined, prompts: args.prompts }
    if (args.thread_ts !== undefined) {
      const root = await findRoot(db, channel, args.thread_ts)
      if (!root) throw noSuchThread(channel, args.thread_ts)
      // [THR-4] As there: threads are for assistants.
      if (app.agent) warn('thread_ts_ignored')
      else await suggestPrompts(db, { ...suggestion, threadTs: root.ts })
      return {}
    }
    if (!app.agent) {
      const detail = `Name a \`thread_ts\`; only agents may leave it out, and the manifest of ${app.id} has no \`features.agent_view\`.`
      throw refuse('not_agent_app', detail)
    }
    const threadTs = isDirect(channel) ? outside : await newestThread(db, channel)
    if (threadTs === undefined) {
      throw refuse('message_not_found', `There is no message in ${channel.id} yet that the suggestions could follow.`)
    }
    await suggestPrompts(db, { ...suggestion, threadTs })
    return {}
  },
})
