import type { PlanBlock, PlanTask, TaskCardBlock, TaskStatus, UrlSource } from '#types'
import { drawLink } from './link.ts'
import { drawRichText } from './richText.ts'
import { type DrawnNode, element, hiddenText } from './tree.ts'
import type { Viewer } from './viewer.ts'

const statusMarks: Record<TaskStatus, string> = { pending: '○', in_progress: '◔', complete: '✓', error: '✕' }
const statusWords: Record<TaskStatus, string> = {
  pending: 'waiting',
  in_progress: 'in progress',
  complete: 'done',
  error: 'failed',
}

/** Draws the tasks of a plan in the order in which they first came. */
export function drawPlan(block: PlanBlock, viewer: Viewer): DrawnNode {
  const tasks = block.tasks ?? []
  const done = tasks.filter((task) => task.status === 'complete').length
  return element(
    'section',
    { part: 'plan', source: block, 'aria-label': block.title },
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

/** Draws a task as a line that opens to its details. A failed task is open from the start. */
export function drawTask(task: TaskCardBlock | PlanTask, viewer: Viewer): DrawnNode {
  const status = task.status ?? 'pending'
  const line = [
    element('span', { part: 'icon', 'aria-hidden': 'true' }, statusMarks[status]),
    hiddenText(`${statusWords[status]}: `),
    element('span', { part: 'title' }, task.title || 'Working'),
  ]
  const more = [
    ...(task.details ? drawRichText(task.details, viewer) : []),
    ...(task.output
      ? [element('div', { part: 'output', 'data-status': status }, drawRichText(task.output, viewer))]
      : []),
    ...(task.sources?.length ? [drawSources(task.sources)] : []),
  ]
  if (more.length === 0) return element('div', { part: 'task', 'data-status': status, source: task }, line)
  return element(
    'details',
    { part: 'task', 'data-status': status, source: task, open: status === 'error' || undefined },
    element('summary', {}, line),
    more,
  )
}

function drawSources(sources: readonly UrlSource[]): DrawnNode {
  return element(
    'ul',
    { part: 'sources', 'aria-label': 'Sources' },
    sources.map(({ url, text }) => element('li', { part: 'chip' }, drawLink({ type: 'link', url, text }))),
  )
}
