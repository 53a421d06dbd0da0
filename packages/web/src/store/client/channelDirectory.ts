import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** How many channels the server looks up at once. */
const maxAsked = 100

/** Fetches the channels that the page comes across and was not sent: the person is not in them, or they are archived. */
export function createChannelDirectory(workspace: StoreApi<Workspace>, send: Feed['send']) {
  /** Those without an answer. */
  const asked = new Set<string>()
  const waiting = new Set<string>()

  /** Fetches a channel unless the page has it, or knows that the person cannot see it. */
  function askForChannel(id: string): void {
    const { channels, unseen } = workspace.getState()
    if (channels[id] || unseen[id] || asked.has(id)) return
    asked.add(id)
    waiting.add(id)
    // Everything that is drawn together is asked for together.
    if (waiting.size === 1) queueMicrotask(sendWaiting)
  }

  function sendWaiting(): void {
    const ids = [...waiting]
    waiting.clear()
    for (let start = 0; start < ids.length; start += maxAsked)
      send({ type: 'channels', id: crypto.randomUUID(), channels: ids.slice(start, start + maxAsked) })
  }

  /** Forgets what has been answered, and asks again over a new connection for the rest. */
  function resume(): void {
    const unanswered = [...asked]
    asked.clear()
    unanswered.forEach(askForChannel)
  }

  /** To be called after a frame with channels was applied. */
  function settle(): void {
    const { channels, unseen } = workspace.getState()
    for (const id of asked) if (channels[id] || unseen[id]) asked.delete(id)
  }

  return { askForChannel, resume, settle }
}
