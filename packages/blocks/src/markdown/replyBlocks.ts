import type { Block, PlanBlock, TaskCardBlock, UrlSource } from '#types'
import { assignIds } from '#elements'
import { richTextFromMarkdown } from '#markdown'
import { displayedParts, type ReplyDisplay, type StreamedReply, type TaskPart } from '#streamedReply'
import type { Steps } from '#text/steps'
import { blocksOfText, blocksOfTextInSteps } from '#markdown/stream/textBlocks'

/** How `blocksFromReply` shows a reply. */
export type ReplyOptions = {
  display: ReplyDisplay
  /** True while more may come: half-written Markdown at the end is completed or held back. */
  open: boolean
  /** Makes ids for blocks that have none. Pass it when the message is stored, not while it grows. */
  blockId?: (() => string) | undefined
}

/** The blocks that show a reply: text converted from Markdown, tasks as cards or one plan, blocks as they came. */
export function blocksFromReply(reply: StreamedReply, view: ReplyOptions): Block[] {
  const parts = displayedParts(reply, view.display)
  const last = parts.length - 1
  const blocks = parts.flatMap((part, i): readonly Block[] => {
    if (part.type === 'blocks') return part.blocks
    if (part.type === 'text') return blocksOfText(part, view.open && i === last)
    return [view.display === 'timeline' ? cardOf(part) : planOf(reply)]
  })
  return view.blockId ? assignIds(blocks, view.blockId) : blocks
}

/** The same as `blocksFromReply`, in steps. */
export function* blocksFromReplyInSteps(reply: StreamedReply, view: ReplyOptions): Steps<Block[]> {
  const parts = displayedParts(reply, view.display)
  const last = parts.length - 1
  const blocks: Block[] = []
  for (const [i, part] of parts.entries()) {
    if (part.type === 'blocks') blocks.push(...part.blocks)
    else if (part.type === 'text') blocks.push(...(yield* blocksOfTextInSteps(part, view.open && i === last)))
    else if (view.display === 'timeline') blocks.push(cardOf(part))
    else blocks.push(yield* planInSteps(reply))
    yield
  }
  return view.blockId ? assignIds(blocks, view.blockId) : blocks
}

function* planInSteps(reply: StreamedReply): Steps<PlanBlock> {
  for (const part of reply.parts) {
    if (part.type === 'task') cardOf(part)
    yield
  }
  return planOf(reply)
}

function planOf(reply: StreamedReply): PlanBlock {
  const tasks = reply.parts.flatMap((part) => (part.type === 'task' ? [cardOf(part)] : []))
  return { type: 'plan', title: reply.planTitle || 'Plan', tasks }
}

/** Makes the address the text of a source without one, because a source in a block needs a text. */
function withSourceText(source: UrlSource): UrlSource {
  return source.text === '' ? { ...source, text: source.url } : source
}

const cards = new WeakMap<TaskPart, TaskCardBlock>()

function cardOf(task: TaskPart): TaskCardBlock {
  const known = cards.get(task)
  if (known) return known
  const blockId = `task-${task.id}`
  const card: TaskCardBlock = {
    type: 'task_card',
    ...(blockId.length <= 255 ? { block_id: blockId } : {}),
    task_id: task.id,
    title: task.title,
    status: task.status,
    ...(task.details ? { details: richTextFromMarkdown(task.details) } : {}),
    ...(task.output ? { output: richTextFromMarkdown(task.output) } : {}),
    ...(task.sources?.length ? { sources: task.sources.map(withSourceText) } : {}),
  }
  cards.set(task, card)
  return card
}
