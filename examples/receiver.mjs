// An app without a socket: it receives signed events over HTTP, at /slack/events on its port.
//   rivulet app install examples/receiver.manifest.yaml && eval "$(rivulet env --app receiver)"
//   node examples/receiver.mjs
import bolt from '@slack/bolt'

const app = new bolt.App({
  token: process.env.SLACK_BOT_TOKEN,
  signingSecret: process.env.SLACK_SIGNING_SECRET,
  clientOptions: { slackApiUrl: process.env.SLACK_API_URL },
})

app.event('message', async ({ event, client }) => {
  if (event.subtype) return
  const { channel, ts: thread_ts, text } = event
  await client.reactions.add({ channel, timestamp: thread_ts, name: 'eyes' })
  await client.chat.postMessage({ channel, thread_ts, text: `It came by HTTP: _${text}_` })
})

const port = Number(process.env.PORT ?? 3000)
await app.start(port)
app.logger.info(`The receiver is listening on port ${port}.`)
