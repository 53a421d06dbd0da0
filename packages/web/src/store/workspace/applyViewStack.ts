import type { ServerFrame } from 'rivulet/feedProtocol'
import { pageId } from '#store/interactions/sendInteraction.ts'
import type { Workspace } from './workspace.ts'

/** Replaces a view stack where it is, or adds it on top. A stack without views is removed. */
export function applyViewStack(state: Workspace, frame: Extract<ServerFrame, { type: 'modals' }>): Workspace {
  if (frame.page !== null && frame.page !== pageId) return state
  const { id, views } = frame
  const stack = { id, views }
  const known = state.modals.some((other) => other.id === id)
  if (views.length === 0) return known ? { ...state, modals: state.modals.filter((other) => other.id !== id) } : state
  const modals = known ? state.modals.map((other) => (other.id === id ? stack : other)) : [...state.modals, stack]
  return { ...state, modals }
}
