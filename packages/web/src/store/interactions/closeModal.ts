import { applyViewStack } from '#store/workspace/applyViewStack.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { pageId, sendInteraction } from './sendInteraction.ts'

/** Closes the top modal of a view stack, or all of it. It disappears at once, and the server is asked to close it. */
export function closeModal(id: string, all: boolean): void {
  const { modals } = workspace.getState()
  const stack = modals.find((other) => other.id === id)
  const top = stack?.views.at(-1)
  if (!stack || !top) return
  const views = all ? [] : stack.views.slice(0, -1)
  const frame = { type: 'modals', seq: 0, id, page: pageId, views } as const
  workspace.setState((state) => applyViewStack(state, frame), true)
  void sendInteraction('close', { view_id: top.id, ...(all ? { all } : {}) })
}
