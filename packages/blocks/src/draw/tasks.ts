import type { PlanBlock, PlanTask, TaskCardBlock, TaskStatus, UrlSource } from '#block'
import { drawLink } from './link.ts'
import { drawRichText } from './richText.ts'
import { type Drawn, element, unseen } from './tree.ts'
import type { Viewer } from './viewer.ts'

const marks: Record<TaskStatus, string> = { pending: '○', in_progress: '◔', complete: '✓', error: '✕' }
const words: Record<TaskStatus, string> = {
  pending: 'waiting',
  in_progress: 'in progress',
  complete: 'done',
  error: 'failed',
}

/** All steps together, in the order in which they were first named. */
export function drawPlan(block: PlanBlock, viewer: Viewer): Drawn {
  const tasks = block.tasks ?? []
  const done = tasks.filter((task) => task.status === 'complete').length
  return element(
    'section',
    { part: 'plan', of: block, 'aria-label': block.title },
    element('h3', {}, block.title),
    tasks.length > 0 && element('p', { part: 'quiet' }, `${done} of ${tasks.length}`),
    tasks.length > 0 &&
      element(
        'ol',
        {},
        tasks.map((task) => element('li', {}, drawTask(task, viewer))),
      ),
  )
}

/** One step of an agent: a line that opens. What went wrong is shown without asking. */
export function drawTask(task: TaskCardBlock | PlanTask, viewer: Viewer): Drawn {
  const status = task.status ?? 'pending'
  const line = [
    element('span', { part: 'icon', 'aria-hidden': 'true' }, marks[status]),
    unseen(`${words[status]}: `),
    element('span', { part: 'title' }, task.title || 'Working'),
  ]
  const more = [
    ...(task.details ? drawRichText(task.details, viewer) : []),
    ...(task.output
      ? [element('div', { part: 'output', 'data-status': status }, drawRichText(task.output, viewer))]
      : []),
    ...(task.sources?.length ? [drawSources(task.sources)] : []),
  ]
  if (more.length === 0) return element('div', { part: 'task', 'data-status': status, of: task }, line)
  return element(
    'details',
    { part: 'task', 'data-status': status, of: task, open: status === 'error' || undefined },
    element('summary', {}, line),
    more,
  )
}

function drawSources(sources: readonly UrlSource[]): Drawn {
  return element(
    'ul',
    { part: 'sources', 'aria-label': 'Sources' },
    sources.map(({ url, text }) => element('li', { part: 'chip' }, drawLink({ type: 'link', url, text }))),
  )
}
