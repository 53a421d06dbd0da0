// The model of the assistant: any endpoint that speaks OpenAI's chat completions, or else a script.
//   OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL
import { setTimeout as sleep } from 'node:timers/promises'

const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL = 'gpt-4o-mini' } = process.env
const base = (OPENAI_BASE_URL ?? 'https://api.openai.com/v1').replace(/\/+$/, '')

export const model = OPENAI_BASE_URL || OPENAI_API_KEY ? endpoint : script

/** Needs no key. It repeats the question, and says how many messages came before it. */
async function* script(messages) {
  const question = messages.at(-1).content
  const before = messages.length - 1
  const answer = [
    `You asked: *${question}*\n\n`,
    'I am a script, so I know only this:\n\n',
    `- your question has **${question.split(/\s+/).length} words**\n`,
    `- ${before === 0 ? 'it is the first here' : `${before} messages came before it`}\n`,
  ].join('')
  for (const word of answer.match(/\S+\s*/g)) {
    yield word
    await sleep(30)
  }
}

async function* endpoint(messages) {
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY ?? 'none'}` },
    body: JSON.stringify({ model: OPENAI_MODEL, messages, stream: true }),
  })
  if (!response.ok) throw new Error(`${base} answered ${response.status}: ${await response.text()}`)
  let unfinished = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (unfinished + piece).split('\n')
    unfinished = lines.pop()
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : ''
      if (data === '' || data === '[DONE]') continue
      const words = JSON.parse(data).choices?.[0]?.delta?.content
      if (words) yield words
    }
  }
}
