import { type Script, scriptFor, task } from './script.ts'

/** One reply of the show, and the question before it. */
export interface SampleReply {
  /** What it shows, for who watches the terminal. */
  name: 'text' | 'tasks' | 'plan' | 'error' | 'stop'
  question: string
  script: Script
  /** The person presses Stop after so many steps. */
  stopAfter?: number
}

/** What an agent's reply can be: text, tasks, a plan, something that fails, and one that a reader stops. */
export function sampleRepliesFor(name: string): SampleReply[] {
  const work = scriptFor('', name)
  const isText = ({ chunks }: Script['steps'][number]) => chunks.every(({ type }) => type === 'markdown_text')
  return [
    { name: 'text', question: 'What can a stream carry?', script: { ...work, steps: work.steps.filter(isText) } },
    {
      name: 'tasks',
      question: 'And work that goes on?',
      script: { ...work, steps: work.steps.filter((step) => !isText(step)) },
    },
    { name: 'plan', question: 'Make a plan for our launch.', script: scriptFor('plan', name) },
    { name: 'error', question: 'What if something fails?', script: { display: 'timeline', steps: failing } },
    {
      name: 'stop',
      question: 'Tell me everything you know.',
      script: { display: 'timeline', steps: endless },
      stopAfter: 12,
    },
  ]
}

const failing: Script['steps'] = [
  { wait: 300, chunks: [task('deploy', 'Deploy to the second region', 'in_progress')] },
  {
    wait: 1200,
    chunks: [task('deploy', 'Deploy to the second region', 'error', { output: 'The region does not answer.' })],
  },
  {
    wait: 200,
    chunks: [{ type: 'markdown_text', text: 'The second region **does not answer**. The first one is untouched.' }],
  },
]

const endless: Script['steps'] = Array.from({ length: 60 }, (_, i) => ({
  wait: 60,
  chunks: [{ type: 'markdown_text', text: i === 0 ? 'In the beginning ' : 'there was a river, and ' }],
}))
