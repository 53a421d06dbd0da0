import type { Chunk } from '@rivulet/blocks/types'

export interface Script {
  display: 'timeline' | 'plan'
  steps: { wait: number; chunks: Chunk[] }[]
}

/** The agent's answer to a question: some Markdown, then tasks as they look while work goes on. */
export function scriptFor(text: string, name: string): Script {
  const wantsPlan = /\bplan\b/i.test(text)
  const opening = wantsPlan ? planOpening : greetingFor(name)
  return {
    display: wantsPlan ? 'plan' : 'timeline',
    steps: [...inPieces(opening), ...(wantsPlan ? planned : worked), ...inPieces(wantsPlan ? planClosing : closing)],
  }
}

function greetingFor(name: string): string {
  return `Hello ${name}. You are watching an answer while it is written: every few letters arrive as one \`chat.appendStream\`, and **nothing you have seen can be lost**.

## What a stream can carry

- *Text* as Markdown, with [links](https://commonmark.org), lists and tables
- Tasks, as they begin and end
- A plan, when there are many of them

| call | what it does |
| --- | --- |
| \`chat.startStream\` | opens the reply in a thread |
| \`chat.appendStream\` | adds to it |
| \`chat.stopStream\` | ends it |

From the official SDK it takes four lines:

\`\`\`js
const stream = client.chatStream({ channel, thread_ts })
await stream.append({ markdown_text: 'Looking…' })
await stream.append({ markdown_text: ' found it.' })
await stream.stop()
\`\`\`

Now a bit of work, so that you see tasks:

`
}

const planOpening = `Here is a plan, and you can watch it being carried out.

`

const worked: Script['steps'] = [
  step(500, task('read', 'Read the notes of the last release', 'in_progress')),
  step(
    1100,
    task('read', 'Read the notes of the last release', 'complete', { output: 'Three changes, none of them breaking.' }),
  ),
  step(300, task('compare', 'Compare with what is live', 'in_progress', { details: 'Checking **two** regions.' })),
  step(
    1400,
    task('compare', 'Compare with what is live', 'complete', {
      output: 'Both regions run the same build.',
      sources: sources(),
    }),
  ),
]

const planned: Script['steps'] = [
  step(
    200,
    { type: 'plan_update', title: 'Prepare the launch' },
    task('notes', 'Write the release notes', 'in_progress'),
    task('check', 'Check the links', 'pending'),
    task('tell', 'Tell the team', 'pending'),
  ),
  step(
    1300,
    task('notes', 'Write the release notes', 'complete', { output: 'A page, in plain words.' }),
    task('check', 'Check the links', 'in_progress'),
  ),
  step(
    1300,
    task('check', 'Check the links', 'complete', { output: 'All 24 answer.', sources: sources() }),
    task('tell', 'Tell the team', 'in_progress'),
  ),
  step(1000, { type: 'plan_update', title: 'The launch is prepared' }, task('tell', 'Tell the team', 'complete')),
]

const closing = `
Done. Ask me for a **plan** to see tasks all together, or press *Stop* while I talk.`

const planClosing = `
That was all of it. Write to me again whenever you like.`

function sources(): { type: 'url'; text: string; url: string }[] {
  return [
    { type: 'url', text: 'CommonMark', url: 'https://spec.commonmark.org/' },
    { type: 'url', text: 'SQLite: write-ahead log', url: 'https://sqlite.org/wal.html' },
  ]
}

/** A task as it looks at one moment. */
export function task(
  id: string,
  title: string,
  status: 'pending' | 'in_progress' | 'complete' | 'error',
  more: object = {},
): Chunk {
  return { type: 'task_update', id, title, status, ...more }
}

function step(wait: number, ...chunks: Chunk[]): Script['steps'][number] {
  return { wait, chunks }
}

/** A text in pieces of a few letters, as a model would send it. */
function inPieces(text: string): Script['steps'] {
  return (text.match(/[\s\S]{1,9}/g) ?? []).map((piece) => step(28, { type: 'markdown_text', text: piece }))
}
