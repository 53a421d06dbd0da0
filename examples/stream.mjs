// Streams an answer into a thread: text, a task with its progress, and more text.
//   node examples/stream.mjs CHANNEL [THREAD_TS] [USER_ID]
import { setTimeout as sleep } from 'node:timers/promises'
import { WebClient } from '@slack/web-api'

const client = new WebClient(process.env.SLACK_BOT_TOKEN, { slackApiUrl: process.env.SLACK_API_URL })
const [channel, thread, reader] = process.argv.slice(2)
if (!channel) throw new Error('Which channel? node examples/stream.mjs CHANNEL [THREAD_TS] [USER_ID]')

const { team_id } = await client.auth.test()
const thread_ts = thread ?? (await client.chat.postMessage({ channel, text: 'What changed last night?' })).ts
// In a channel a stream needs a recipient; in a direct message there is only one reader.
const recipient = reader ? { recipient_user_id: reader, recipient_team_id: team_id } : {}

await client.assistant.threads.setStatus({ channel_id: channel, thread_ts, status: 'is reading the log...' })
await sleep(1000)

const stream = client.chatStream({ channel, thread_ts, ...recipient, buffer_size: 16 })
for (const word of 'Let me see. **Two things** went out last night: '.match(/\S+\s*/g)) {
  await stream.append({ markdown_text: word })
  await sleep(50)
}
const task = { type: 'task_update', id: 'log', title: 'Read the log' }
await stream.append({ chunks: [{ ...task, status: 'in_progress' }] })
await sleep(1000)
await stream.append({ chunks: [{ ...task, status: 'complete', output: '214 lines, no errors.' }] })
await stream.stop({ markdown_text: '\n\n- the new search\n- a faster sign-in page\n' })
