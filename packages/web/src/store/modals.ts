import type { ServerFrame } from 'rivulet/feedProtocol'
import { act, page } from './act.ts'
import { workspace, type Workspace } from './workspace.ts'

/** A pile of modals as it is now, in its place or on top of the others; one that has none left is gone. */
export function withModals(state: Workspace, frame: Extract<ServerFrame, { type: 'modals' }>): Workspace {
  if (frame.page !== null && frame.page !== page) return state
  const { id, views } = frame
  const pile = { id, views }
  const known = state.modals.some((one) => one.id === id)
  if (views.length === 0) return known ? { ...state, modals: state.modals.filter((one) => one.id !== id) } : state
  return { ...state, modals: known ? state.modals.map((one) => (one.id === id ? pile : one)) : [...state.modals, pile] }
}

/** Its person closes the top modal of a pile, or all of it: it is gone at once, and the app is told. */
export function closeModal(id: string, all: boolean): void {
  const { modals } = workspace.getState()
  const pile = modals.find((one) => one.id === id)
  const top = pile?.views.at(-1)
  if (!pile || !top) return
  const views = all ? [] : pile.views.slice(0, -1)
  workspace.setState((state) => withModals(state, { type: 'modals', seq: 0, id, page, views: [...views] }), true)
  void act('close', { view_id: top.id, ...(all ? { all } : {}) })
}
