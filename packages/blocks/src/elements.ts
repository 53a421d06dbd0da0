import type { z } from 'zod'
import type * as elements from '#schema/element'
import type { ActionElement, Block, PlanTask, RichTextBlock, TableCell } from '#types'

/** An element that a person can act on: every element of Block Kit but images and workflow buttons. */
export type InteractiveElement = Exclude<
  ActionElement | z.infer<typeof elements.accessory> | z.infer<typeof elements.contextAction>,
  { type: 'workflow_button' | 'image' }
>

/** An interactive element, the block it is in, and the two ids that identify it within a message or view. */
export interface LocatedElement {
  block: Block
  blockId: string
  actionId: string
  element: InteractiveElement
}

/** The interactive elements of blocks, in order, including those of nested blocks. A missing id is `''`. */
export function* findInteractiveElements(blocks: readonly Block[], outerId = ''): Generator<LocatedElement> {
  for (const block of blocks) {
    const blockId = block.block_id ?? outerId
    yield* findInteractiveElements(childBlocksOf(block), blockId)
    for (const element of elementsOf(block)) {
      if (isInteractive(element)) yield { block, blockId, actionId: element.action_id ?? '', element }
    }
  }
}

/**
 * The blocks, each with a `block_id` that is unique in the message, nested blocks included (also rich text in a table or
 * task); markdown blocks get none.
 * An id that came with a block stays, unless an earlier block has it. Interactive elements get an `action_id` that is
 * unique in their block. Blocks that need no id stay the same objects.
 */
export function assignIds(blocks: readonly Block[], makeId: () => string): Block[] {
  const given = new Set(blocks.flatMap((block) => [block, ...childBlocksOf(block)]).map((block) => block.block_id))
  const seen = new Set<string>()
  return blocks.map(complete)

  function complete<B extends Block>(block: B): B {
    return withInnerIds(withBlockId(block))
  }

  function withBlockId<B extends { type?: string | undefined; block_id?: string | undefined }>(block: B): B {
    const id = block.block_id
    if (id !== undefined && !seen.has(id)) {
      seen.add(id)
      return block
    }
    if (block.type === 'markdown') return id === undefined ? block : { ...block, block_id: undefined }
    const made = makeUniqueId(makeId, (made) => given.has(made) || seen.has(made))
    seen.add(made)
    return { ...block, block_id: made }
  }

  function withInnerIds<B extends Block>(block: B): B {
    switch (block.type) {
      case 'actions':
        return withChanged(block, 'elements', withActionIds(block.elements, makeId))
      case 'context_actions':
        return withChanged(block, 'elements', withActionIds(block.elements, makeId))
      case 'card':
        return block.actions ? withChanged(block, 'actions', withActionIds(block.actions, makeId)) : block
      case 'section':
        return block.accessory ? withChanged(block, 'accessory', withActionIds([block.accessory], makeId)[0]) : block
      case 'input':
        return withChanged(block, 'element', withActionIds([block.element], makeId)[0])
      case 'carousel':
        return withChanged(block, 'elements', block.elements.map(complete))
      case 'container':
        return withChanged(
          withRichText(block, 'rich_text_title', block.rich_text_title),
          'child_blocks',
          block.child_blocks.map(complete),
        )
      case 'table':
      case 'data_table':
        return withChanged(block, 'rows', block.rows.map(completeRow))
      case 'task_card':
        return withRichText(withRichText(block, 'details', block.details), 'output', block.output)
      case 'plan':
        return block.tasks ? withChanged(block, 'tasks', block.tasks.map(completeTask)) : block
      default:
        return block
    }
  }

  function completeRow(row: TableCell[]): TableCell[] {
    const cells = row.map((cell) => (cell.type === 'rich_text' ? withBlockId(cell) : cell))
    return cells.every((cell, i) => cell === row[i]) ? row : cells
  }

  function completeTask(task: PlanTask): PlanTask {
    const known = withBlockId(task)
    return withRichText(withRichText(known, 'details', known.details), 'output', known.output)
  }

  function withRichText<T extends object>(owner: T, key: string, text: RichTextBlock | undefined): T {
    return text ? withChanged(owner, key, withBlockId(text)) : owner
  }
}

function childBlocksOf(block: Block): readonly Block[] {
  if (block.type === 'carousel') return block.elements
  return block.type === 'container' ? block.child_blocks : []
}

function elementsOf(block: Block) {
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return block.elements
    case 'section':
      return block.accessory ? [block.accessory] : []
    case 'input':
      return [block.element]
    case 'card':
      return block.actions ?? []
    default:
      return []
  }
}

function isInteractive(element: ReturnType<typeof elementsOf>[number]): element is InteractiveElement {
  return element.type !== 'workflow_button' && element.type !== 'image'
}

/** Two elements of a block that came with the same id keep it: the id then means the first of them. */
function withActionIds<E extends { type: string; action_id?: string | undefined }>(
  elements: readonly E[],
  makeId: () => string,
): E[] {
  const given = new Set(elements.map((element) => element.action_id))
  return elements.map((element) => {
    if (element.type === 'image' || element.action_id !== undefined) return element
    const made = makeUniqueId(makeId, (made) => given.has(made))
    given.add(made)
    return { ...element, action_id: made }
  })
}

/** The block with a new value in one field; the block itself if the value is the same. */
function withChanged<B extends object>(block: B, key: string, value: unknown): B {
  const before: unknown = Reflect.get(block, key)
  const isSame =
    Array.isArray(before) && Array.isArray(value) ? before.every((item, i) => item === value[i]) : before === value
  return isSame ? block : { ...block, [key]: value }
}

/** Ends even if `makeId` repeats itself. */
function makeUniqueId(makeId: () => string, isTaken: (id: string) => boolean): string {
  let id = makeId()
  for (let tries = 1; isTaken(id); tries++) id = tries < 10 ? makeId() : `${makeId()}${tries}`
  return id
}
