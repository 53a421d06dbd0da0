import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { isDirectMessage } from '#domain/channels/find'
import { findThreadChannel, findThreadRoot, noSuchThread } from '#domain/threads/root'
import { noThreadTs } from '#domain/threads/find'
import { findNewestThread, suggestPrompts } from '#domain/threads/suggestedPrompts'
import { channelId, messageTs, textUpTo } from '#rpc/args/values'
import { jsonList } from '#rpc/args/structured'
import { writingMethod } from '#rpc/method'
import { threadErrors } from '#rpc/errors/thread'

const prompt = z.object({
  title: textUpTo(255).min(1).describe('The label of the prompt.'),
  message: textUpTo(4000).min(1).describe('The message to send when somebody picks it.'),
})

export const setSuggestedPrompts = writingMethod('assistant.threads.setSuggestedPrompts', {
  summary: 'Suggests up to four prompts, until somebody writes.',
  tokens: ['bot'],
  scopes: ['assistant:write'],
  rate: 'tier4',

  args: z.object({
    channel_id: channelId.describe('The channel or direct message.'),
    prompts: jsonList(prompt, 4)
      .meta({ examples: [[{ title: 'What changed?', message: 'What changed since yesterday?' }]] })
      .describe('At most 4 prompts, each with `title` and `message`. An empty array removes them.'),
    thread_ts: messageTs.optional().describe('A message of the thread. Assistants need it; for agents it is ignored.'),
    title: textUpTo(255).optional().describe('A heading above the prompts.'),
  }),

  result: z.object({}),

  errors: {
    ...threadErrors,
    message_not_found: {
      wrong: '`thread_ts` is missing, and the channel has no messages yet.',
      cause: 'In a channel, an agent’s suggestions belong to the thread of the newest message.',
      remedy: 'Post a message first.',
    },
    not_agent_app: {
      wrong: '`thread_ts` is missing, and the app’s manifest does not declare it an agent.',
      cause: 'Only agents (`features.agent_view`) can suggest prompts outside of threads.',
      remedy: 'Send the `thread_ts` of the assistant thread, or declare the app an agent.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse, warn }) {
    const { channel, caller } = await findThreadChannel(db, tokenCaller, args.channel_id)
    const { app } = requireApp(caller)
    const suggestion = { channel, appId: app.id, title: args.title || undefined, prompts: args.prompts }
    if (args.thread_ts !== undefined) {
      const root = await findThreadRoot(db, channel, args.thread_ts)
      if (!root) throw noSuchThread(channel, args.thread_ts)
      // [THR-4] Only assistants suggest prompts in threads. An agent is warned.
      if (app.agent) warn('thread_ts_ignored')
      else await suggestPrompts(db, { ...suggestion, threadTs: root.ts })
      return {}
    }
    if (!app.agent) {
      const detail = `Name a \`thread_ts\`; only agents may leave it out, and the manifest of ${app.id} has no \`features.agent_view\`.`
      throw refuse('not_agent_app', detail)
    }
    const threadTs = isDirectMessage(channel) ? noThreadTs : await findNewestThread(db, channel)
    if (threadTs === undefined) {
      throw refuse('message_not_found', `There is no message in ${channel.id} yet that the suggestions could follow.`)
    }
    await suggestPrompts(db, { ...suggestion, threadTs })
    return {}
  },
})
